import { describe, expect, it } from 'vitest'
import { readAlert } from './read-alert.js'
import { SEVERITIES } from './severity.js'

const least = { resource: 'web-1', event: 'HttpDown', environment: 'Production' }

describe('readAlert', () => {
  it('should fill in the defaults and ignore unknown fields', () => {
    expect(readAlert({ ...least, resource: ' web-1 ', foo: 1, id: 'x', duplicateCount: 7 })).toEqual({
      ...least,
      severity: 'normal',
      fingerprint: null,
      eventTime: null,
      endTime: null,
      status: undefined,
      correlate: [],
      service: [],
      group: 'Misc',
      value: '',
      text: '',
      tags: [],
      attributes: {},
      origin: null,
      type: 'exceptionAlert',
      timeout: 86400,
      rawData: null,
      customer: null,
      resourceParent: null,
      resourceChildren: [],
      createTime: undefined,
    })
  })

  it('should convert a number in value to text', () => {
    expect(readAlert({ ...least, value: 98.5 }).value).toBe('98.5')
  })

  it('should trim names in lists and remove duplicates', () => {
    const { service, resourceChildren } = readAlert({
      ...least,
      service: [' shop ', 'shop', ''],
      resourceChildren: ['a '],
    })
    expect([service, resourceChildren]).toEqual([['shop'], ['a']])
  })

  it('should keep attributes named like built-in properties as data', () => {
    const { attributes } = readAlert({ ...least, attributes: JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}') })
    expect(JSON.stringify(attributes)).toBe('{"__proto__":{"x":1},"constructor":2}')
  })

  it('should read the createTime of the sender', () => {
    expect(readAlert({ ...least, createTime: '2026-11-20T13:00:00+01:00' }).createTime).toBe('2026-11-20T12:00:00.000Z')
  })

  it.each([
    [{}, 'An environment must be provided'],
    [{ resource: 'a', event: 'b' }, 'An environment must be provided'],
    [{ ...least, environment: ' ' }, 'An environment must be provided'],
    [{ ...least, resource: '' }, 'A resource must be provided'],
    [{ ...least, event: null }, 'An event must be provided'],
    [{ ...least, service: 'shop' }, 'service must be a list'],
    [{ ...least, tags: {} }, 'tags must be a list'],
    [{ ...least, correlate: 'x' }, 'correlate must be a list'],
    [{ ...least, attributes: [] }, 'attributes must be an object'],
    [{ ...least, severity: 'bad' }, `Severity (bad) is not one of ${SEVERITIES.join(', ')}`],
    [{ ...least, severity: {} }, 'Severity (object) is not one of'],
    [{ ...least, status: 'gone' }, 'Status (gone) is not one of open, assign, ack'],
    [{ ...least, timeout: -1 }, 'timeout must be a whole number of seconds from 0 to 9007199254740991'],
    [{ ...least, timeout: 2 ** 53 }, 'timeout must be a whole number of seconds from 0 to 9007199254740991'],
    [{ ...least, timeout: '5' }, 'timeout must be a whole number of seconds from 0 to 9007199254740991'],
    [{ ...least, text: 5 }, 'text must be a string'],
    [{ ...least, value: Number.POSITIVE_INFINITY }, 'value must be a string'],
    [{ ...least, tags: [{}] }, 'tags[0] must be a string'],
    [{ ...least, service: ['a\u0000'] }, 'service[0] contains the character U+0000'],
    [{ ...least, createTime: 'yesterday' }, 'createTime must be an ISO 8601 time'],
    [{ ...least, resource: 'x'.repeat(256) }, 'resource is longer than 255 characters'],
    ['text', 'the body must be an object'],
  ])('should refuse %.80j: %s', (body, message) => {
    expect(() => readAlert(body)).toThrow(message)
  })
})
