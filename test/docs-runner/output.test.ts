import { describe, expect, it } from 'vitest'
import { compareJson, compareOutput } from './output.js'

const [ONE, TWO] = ['2d41e6cf-5987-4293-83ca-7452db736484', 'b0aaf49f-86a1-4000-b09f-7a811dc93d24']

describe('compareOutput', () => {
  it('should report the first differing line', () => {
    expect(compareOutput('one\ntwo\nthree\n', 'one\ntwo\nthree\n')).toBeUndefined()
    expect(compareOutput('one\ntwo\nthree\n', 'one\n2\nthree\n')).toMatch(/, at "two"\. Printed was:\none\n2/)
    expect(compareOutput('one\n', 'one\ntwo\n')).toMatch(/behind its end/)
    expect(compareOutput('one\ntwo\n', 'one\n')).toMatch(/, at "two"/)
  })

  it('should match … to any text in a line, and a line with only … to any lines', () => {
    expect(compareOutput('at …: ok', 'at 12:00: ok')).toBeUndefined()
    expect(compareOutput('at …: ok', 'at 12\n: ok')).toBeDefined()
    expect(compareOutput('a\n…\nz', 'a\nb\nc\nz')).toBeUndefined()
  })

  it('should match different ids, but equal ids only to equal ids', () => {
    expect(compareOutput(`${ONE} ${ONE}`, `${TWO} ${TWO}`)).toBeUndefined()
    expect(compareOutput(`${ONE} ${ONE}`, `${TWO} ${ONE}`)).toBeDefined()
    expect(compareOutput(`id ${ONE}`, 'id none')).toBeDefined()
    const [key, other] = ['Gn8o5gG2nyg6rMOyNnUeKlx3v7hq0XA-', 'rMOyNnUeKlx3v7hq0XA0Gn8o5gG2nyg6']
    expect(compareOutput(`key: ${key}`, `key: ${other}`)).toBeUndefined()
    expect(compareOutput(`key: ${other}`, `key: ${key}`)).toBeUndefined()
    expect(compareOutput('at 2026-11-20T12:00:00.000Z', 'at 2027-01-02T03:04:05.678Z')).toBeUndefined()
  })
})

describe('compareJson', () => {
  it('should find different, missing and additional values', () => {
    expect(compareJson('{"a": [1, {"b": "x"}]}', '{"a":[1,{"b":"x"}]}')).toBeUndefined()
    expect(compareJson('{"a": [1, {"b": "x"}]}', '{"a":[1,{"b":"y"}]}')).toMatch(/^\.a\.1\.b is "y", not "x"/)
    expect(compareJson('{"a": 1}', '{}')).toMatch(/^the answer has no a/)
    expect(compareJson('{}', '{"a":1}')).toMatch(/^the answer has a besides/)
    expect(compareJson('[]', '[1]')).toBeDefined()
    expect(compareJson('{"a": []}', '{"a": null}')).toBeDefined()
  })

  it('should allow only additional members for …', () => {
    expect(compareJson('{"a": 1, …}', '{"a":1,"b":2}')).toBeUndefined()
    expect(compareJson('{"a": 1, …}', '{"a":2,"b":2}')).toBeDefined()
    expect(compareJson(`{"id": "${ONE}", …}`, `{"x":"${ONE}","id":"${TWO}"}`)).toBeUndefined()
    expect(compareJson(`{"id": "${ONE}", …}`, '{"id":"none"}')).toBeDefined()
  })
})
