import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FormFault, payloadOfForm, readForm } from './read-form.js'

describe('readForm', () => {
  it.each<[string, unknown]>([
    ['a=1&b=two', { a: '1', b: 'two' }],
    ['Name=db+1&Text=90%25+%C3%BC', { Name: 'db 1', Text: '90% ü' }],
    ['a=1&b=2&a=3&a=', { a: ['1', '3', ''], b: '2' }],
    ['a=b=c', { a: 'b=c' }],
    ['a&b=&=c', { a: '', b: '', '': 'c' }],
    ['&&a=1&', { a: '1' }],
    ['a%3D=%26', { 'a=': '&' }],
    ['load=90%&x=%zz', { load: '90%', x: '%zz' }],
    ['a=ü\n', { a: 'ü' }],
    ['a.b[]=1&a.b[]=2', { 'a.b[]': ['1', '2'] }],
  ])('should read the fields of %j', (text, fields) => {
    expect(payloadOf(text)).toEqual(fields)
  })

  it.each<[string, unknown]>([
    ['payload=%7B%22a%22%3A1%7D', { a: 1 }],
    ['token=x&payload=+%5B1%2C2%5D%0A', [1, 2]],
    ['payload={"a":1}', { a: 1 }],
    ['payload=%7B%7D', {}],
  ])('should take the JSON of the field payload in %j', (text, payload) => {
    expect(payloadOf(text)).toEqual(payload)
  })

  it.each<[string, unknown]>([
    ['payload=text', { payload: 'text' }],
    ['payload=5', { payload: '5' }],
    ['payload=%7B', { payload: '{' }],
    ['payload=%7B%7D&payload=%5B1%5D', { payload: ['{}', '[1]'] }],
    ['Payload=%7B%22a%22%3A1%7D', { Payload: '{"a":1}' }],
  ])('should keep the field payload of %j, which is not a JSON object or list', (text, fields) => {
    expect(payloadOf(text)).toEqual(fields)
  })

  it.each(['a=%FF', 'a=1&%C3=2', 'a=%C3%28', 'a=%ED%A0%80'])('should refuse %j, which is not UTF-8', (text) => {
    expect(() => payloadOf(text)).toThrow(new FormFault('a field is not UTF-8'))
  })

  it.each(['{"a":1}', ' [1] ', '{}'])('should refuse the JSON %j', (text) => {
    expect(() => payloadOf(text)).toThrow(
      new FormFault('the body is JSON: set the payloadFormat of the webhook to json'),
    )
  })

  it('should read a field called __proto__ as a field', () => {
    expect(Object.entries(payloadOf('__proto__=a&constructor=b') as object)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
  })

  it('should read what URLSearchParams writes, with every value in its order', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (pairs) => {
        const form = new URLSearchParams(pairs)
        const expected = [...new Set(form.keys())].map((name) => [name, form.getAll(name)] as const)
        const found = Object.entries(payloadOf(form.toString()) as Record<string, string | string[]>)
        expect(new Map(found.map(([name, value]) => [name, [value].flat()]))).toEqual(new Map(expected))
      }),
    )
  })
})

// Helpers

function payloadOf(text: string) {
  return payloadOfForm(readForm(text, new TextDecoder('utf-8', { fatal: true })))
}
