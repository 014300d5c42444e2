import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OpsgraphError } from '../opsgraph-error.js'
import { tryBody } from '../schema/read-body.js'
import { ALERT, readPostedAlert } from './alert.js'
import { ALERT_FIELD_NAMES } from './alert-fields.js'
import { readAlert } from './read-alert.js'
import { SEVERITIES } from './severity.js'

const least = { resource: 'web-1', event: 'HttpDown', environment: 'Production' }

describe('the schema of a posted alert', () => {
  it('should read the same as `readAlert`, and refuse the same at the same path', () => {
    fc.assert(
      fc.property(bodies(), (body) => {
        const read = tryBody(ALERT.created, body)
        const issue = issueOf(() => readAlert(body))
        if ('faults' in read) {
          expect(read.faults).toContainEqual(expect.objectContaining({ path: issue?.path, code: issue?.code }))
        } else {
          expect(issue).toBeUndefined()
          expect(ALERT.readNew(body)).toEqual(readAlert(body))
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('readPostedAlert', () => {
  it('should find all faults, with paths and codes', () => {
    const sent = {
      event: ' ',
      severity: 'bad',
      status: 7,
      tags: ['a', {}, []],
      timeout: -1,
      createTime: 'soon',
      rawData: 1,
    }
    const { message, issues } = errorOf(() => readPostedAlert(sent))
    expect(message).toBe('An environment must be provided (and 8 more)')
    expect(issues).toEqual([
      { code: 'missingField', path: 'environment', message: 'An environment must be provided' },
      { code: 'missingField', path: 'resource', message: 'A resource must be provided' },
      { code: 'missingField', path: 'event', message: 'An event must be provided' },
      { code: 'invalidField', path: 'severity', message: `Severity (bad) is not one of ${SEVERITIES.join(', ')}` },
      { code: 'invalidField', path: 'status', message: expect.stringContaining('Status (number) is not one of open,') },
      { code: 'invalidField', path: 'tags[1]', message: 'tags[1] must be a string' },
      { code: 'invalidField', path: 'tags[2]', message: 'tags[2] must be a string' },
      {
        code: 'invalidField',
        path: 'timeout',
        message: expect.stringMatching(/^timeout must be a whole number of sec/),
      },
      { code: 'invalidField', path: 'createTime', message: 'createTime must be an ISO 8601 time' },
    ])
  })

  it('should begin with the fault that `readAlert` finds', () => {
    fc.assert(
      fc.property(bodies(), (body) => {
        const first = issueOf(() => readAlert(body))
        fc.pre(first !== undefined)
        const { message, issues } = errorOf(() => readPostedAlert(body))
        expect(issues[0]).toEqual(first)
        expect(message.startsWith(first?.message ?? '')).toBe(true)
      }),
    )
  })
})

// Helpers

/** Bodies whose fields have values that fit, values that almost fit, and any other values. */
function bodies() {
  const text = fc.constantFrom('', ' ', ' a ', 'a', '\u0000', '\udc00', 'x'.repeat(256), 'major', 'ack', '2026-11-20')
  const scalar = fc.oneof(text, fc.constantFrom(-1, -0, 1.5, 60, 2 ** 53, true, null))
  const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.jsonValue({ maxDepth: 3 }))
  const deep = fc.constant(JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`))
  const fields = Object.fromEntries(
    [...ALERT_FIELD_NAMES, 'id', '__proto__'].map((name) => [name, fc.oneof(value, deep)]),
  )
  const body = fc.record(fields, { requiredKeys: [] }).map((sent) => ({ ...least, ...sent }))
  const few = fc.tuple(body, fc.subarray([...ALERT_FIELD_NAMES], { maxLength: 3 })).map(([sent, names]) => ({
    ...least,
    ...Object.fromEntries(Object.entries(sent).filter(([name]) => names.some((other) => other === name))),
  }))
  return fc.oneof(few, body, value)
}

function issueOf(read: () => unknown) {
  try {
    read()
    return undefined
  } catch (error) {
    if (!(error instanceof OpsgraphError)) throw error
    expect(error.issues).toHaveLength(1)
    return error.issues[0]
  }
}

function errorOf(read: () => unknown): OpsgraphError {
  try {
    read()
  } catch (error) {
    if (error instanceof OpsgraphError) return error
    throw error
  }
  throw new Error('the alert has no fault')
}
