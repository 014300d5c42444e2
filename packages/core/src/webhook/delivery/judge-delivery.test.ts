import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { deliveryOf, draft, entry, GOOD, judge, NOW, outcomeOf, TOKEN } from '../../../test/judged-delivery.js'
import { LIMITS } from '../../limits.js'
import { readHeaders } from './delivery-headers.js'
import { concludeUnexpected, type Verdict } from './judge-delivery.js'
import {
  concludeDuplicate,
  markAsReplay,
  SEEN_BEFORE_MESSAGE,
  STORED_FOR_TESTING_MESSAGE,
} from './received-delivery.js'

describe('the rows of "Inbound webhook results"', () => {
  it('should keep the payload of a success, without a message', () => {
    expect(outcomeOf(GOOD)).toEqual({
      case: 'success',
      httpStatus: 200,
      message: null,
      warnings: [],
      payloadEntry: entry(200, GOOD),
      errorEntry: null,
      deliveredAt: NOW,
      ...NOTHING,
    })
  })

  it('should report the alerts that fail, and create the others', () => {
    const payload = [GOOD, { ...GOOD, level: 'bad' }, { check: 'x', level: 'ok' }]
    const { drafts, rejected } = draft(payload)
    expect(drafts.map((each) => each.draft.resource)).toEqual(['web-1'])
    expect(rejected.map(({ index, error }) => [index, error])).toEqual([
      [1, expect.stringMatching(/^Severity \(bad\) is not one of/)],
      [2, 'A resource must be provided'],
    ])
    expect(outcomeOf(payload)).toMatchObject({
      case: 'partial',
      httpStatus: 200,
      payloadEntry: { httpStatus: 200, message: null, payload },
      errorEntry: {
        message: expect.stringMatching(/^2 of 3 alerts rejected: \[1\] Severity .*\[2\] A resource/),
        traceback: null,
      },
    })
  })

  it('should answer 400 when every alert is rejected', () => {
    expect(draft({ ...GOOD, host: ['a'] }).rejected).toMatchObject([{ index: 0, error: 'resource must be a string' }])
    expect(outcomeOf({ ...GOOD, host: ['a'] })).toMatchObject({
      case: 'rejected',
      httpStatus: 400,
      message: 'No alert was created',
      payloadEntry: { httpStatus: 400, message: null },
      errorEntry: { message: '1 of 1 alerts rejected: [0] resource must be a string' },
    })
  })

  it('should report a disabled webhook after authentication and valid JSON', () => {
    const disabled = { enabled: false }
    expect(outcomeOf(GOOD, disabled)).toMatchObject({
      httpStatus: 403,
      message: 'Webhook is disabled',
      payloadEntry: { httpStatus: 403, message: null, payload: GOOD },
      errorEntry: { message: 'Webhook is disabled', payload: GOOD, traceback: null },
    })
    expect(outcomeOf('{', disabled).httpStatus).toBe(400)
    expect(outcomeOf(GOOD, { ...disabled, ...TOKEN }).httpStatus).toBe(401)
  })

  it('should store the payload of a caller who is not authenticated, with the fixed message', () => {
    expect(outcomeOf(GOOD, TOKEN)).toMatchObject({
      httpStatus: 401,
      message: 'missing header',
      payloadEntry: { httpStatus: 401, message: STORED_FOR_TESTING_MESSAGE, payload: GOOD },
      errorEntry: { message: 'the header X-Token is missing', payload: GOOD },
    })
  })

  it.each(['{', '', '{}', '5'])(
    'should keep nothing of %j from a caller who is not let in, but that it came',
    (body) => {
      expect(outcomeOf(body, TOKEN)).toMatchObject({
        httpStatus: 401,
        payloadEntry: null,
        errorEntry: { payload: null, message: 'the header X-Token is missing' },
      })
    },
  )

  it.each(['{', '', '{}', '[]', '"x"'])('should answer 400 to %j', (body) => {
    expect(outcomeOf(body)).toMatchObject({
      case: 'invalidBody',
      httpStatus: 400,
      payloadEntry: null,
      errorEntry: { payload: null },
    })
  })

  it('should answer 400 if there are no alerts', () => {
    expect(outcomeOf(GOOD, { arrayPath: 'alerts' })).toMatchObject({
      case: 'noAlerts',
      httpStatus: 400,
      message: expect.stringMatching(
        /^No alerts generated from payload: array path alerts .*Top-level keys: host, check, level$/,
      ),
      payloadEntry: { payload: GOOD, message: null },
      errorEntry: { payload: GOOD },
    })
  })

  it.each([
    [JSON.stringify(GOOD), entry(500, GOOD)],
    ['{', null],
  ])('should store %j after an unexpected error, and reveal nothing of it to the sender', (text, payloadEntry) => {
    const body = Buffer.from(text)
    const delivery = deliveryOf(body)
    const verdict = judge(GOOD)
    expect(concludeUnexpected(verdict.config, delivery, verdict, new Error('the disk is full'))).toMatchObject({
      httpStatus: 500,
      message: 'Unexpected server error',
      payloadEntry,
      errorEntry: { message: 'the disk is full', traceback: expect.stringContaining('judge-delivery.test.ts') },
    })
  })

  it('should answer 200 to a test of the sender, without an alert and with a message in the history', () => {
    const tests = { testPayloads: { clauses: [{ key: 'check', op: '=', value: 'Test' }] } }
    const test = { ...GOOD, check: 'Test' }
    expect(judge(test, tests).result).toEqual({
      case: 'test',
      httpStatus: 200,
      message: null,
      warnings: [],
      payloadEntry: { ...entry(200, test), message: 'this payload matches testPayloads, so it creates no alert' },
      errorEntry: null,
      deliveredAt: NOW,
      ...NOTHING,
    })
    expect(outcomeOf(GOOD, tests).case).toBe('success')
    expect(outcomeOf([test, test], tests).case).toBe('test')
    expect(outcomeOf([test, GOOD], tests).case).toBe('success')
    expect(outcomeOf([test, 5], tests).case).toBe('partial')
    expect(outcomeOf(test, { ...tests, ...TOKEN }).case).toBe('unauthenticated')
    expect(outcomeOf(test, { ...tests, enabled: false }).case).toBe('disabled')
  })

  it('should count as a delivery of the sender if the sender was authenticated, and not too long', () => {
    const headers = readHeaders(['X-Token', 's3cret'])
    const bomb = {
      body: gzipSync(Buffer.alloc(LIMITS.webhookBody + 1)),
      headers: readHeaders(['X-Token', 's3cret', 'Content-Encoding', 'gzip']),
    }
    const outcomes = [
      outcomeOf(GOOD, TOKEN, { headers }),
      outcomeOf('no JSON', TOKEN, { headers }),
      outcomeOf({ a: 1 }, TOKEN, { headers }),
      outcomeOf({ ...GOOD, level: 'bad' }, TOKEN, { headers }),
      outcomeOf(GOOD, { ...TOKEN, enabled: false }, { headers }),
      outcomeOf('', TOKEN, bomb),
      outcomeOf(GOOD, TOKEN),
      outcomeOf('no JSON', TOKEN),
      outcomeOf(GOOD, TOKEN, { headers, sizeBytes: LIMITS.webhookBody + 1 }),
    ]
    const [counted, others] = [outcomes.slice(0, 6), outcomes.slice(6)]
    expect(counted.map((outcome) => outcome.httpStatus)).toEqual([200, 400, 400, 400, 403, 413])
    expect(counted.map((outcome) => outcome.deliveredAt)).toEqual(Array(6).fill(NOW))
    expect(others.map((outcome) => outcome.httpStatus)).toEqual([401, 401, 413])
    expect(others.map((outcome) => outcome.deliveredAt)).toEqual([null, null, null])
    expect(markAsReplay(outcomeOf(GOOD), NOW).deliveredAt).toBeNull()
  })

  it('should count as a delivery of the sender after an unexpected error, if the sender was authenticated', () => {
    const delivery = deliveryOf(Buffer.from(JSON.stringify(GOOD)))
    const unexpected = (verdict: Verdict | undefined) =>
      concludeUnexpected(judge(GOOD).config, delivery, verdict, new Error('bug')).deliveredAt
    const tooLong = judge(GOOD, {}, { sizeBytes: LIMITS.webhookBody + 1 })
    expect([judge(GOOD), judge(GOOD, TOKEN), tooLong, undefined].map(unexpected)).toEqual([NOW, null, null, null])
  })

  it('should answer 413 before it looks at anything else', () => {
    const delivery = { sizeBytes: LIMITS.webhookBody + 1 }
    expect(outcomeOf(GOOD, TOKEN, delivery)).toMatchObject({
      httpStatus: 413,
      message: 'The body has 262145 bytes, the limit is 262144 bytes',
      payloadEntry: null,
      errorEntry: { oversized: true, sizeBytes: 262145, payload: null, traceback: null },
    })
    expect(outcomeOf(GOOD, {}, { sizeBytes: LIMITS.webhookBody }).httpStatus).toBe(200)
  })
})

describe('an element that is rejected', () => {
  it('should not reject the alerts after it', () => {
    const { drafts, rejected } = draft([{ ...GOOD, host: {} }, GOOD])
    expect(drafts).toHaveLength(1)
    expect(rejected).toMatchObject([{ index: 0, error: 'resource must be a string' }])
  })
})

describe('a delivery that was received before', () => {
  it('should also be recognized by a number', () => {
    const byPath = { deduplication: { path: 'id', ttlSeconds: 60 } }
    const [first, again, other] = [7, 7, 8].map((id) => judge({ ...GOOD, id }, byPath))
    expect(first).toMatchObject({ deliveryKey: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(again).toEqual(first)
    expect(other).not.toMatchObject({ deliveryKey: first?.deliveryKey })
  })

  it('should be recognized by the id in its header or payload', () => {
    const byHeader = { deduplication: { header: 'X-Id', ttlSeconds: 60 } }
    const byPath = { deduplication: { path: 'host', ttlSeconds: 60 } }
    const keyOf = (verdict: Verdict) => verdict.deliveryKey
    const withId = (id: string) => ({ headers: readHeaders(['x-id', id]) })
    expect(keyOf(judge(GOOD, byHeader, withId('a')))).toMatch(/^[0-9a-f]{64}$/)
    expect(keyOf(judge(GOOD, byHeader, withId('a')))).toBe(keyOf(judge({ ...GOOD, more: 1 }, byHeader, withId('a'))))
    expect(keyOf(judge(GOOD, byHeader, withId('a')))).not.toBe(keyOf(judge(GOOD, byHeader, withId('b'))))
    expect([keyOf(judge(GOOD, byHeader)), keyOf(judge(GOOD, byHeader, withId(''))), keyOf(judge(GOOD))]).toEqual(
      Array(3).fill(undefined),
    )
    expect(keyOf(judge(GOOD, byPath))).toBe(keyOf(judge({ ...GOOD, level: 'ok' }, byPath)))
  })

  it('should be answered 200, and stored with a note', () => {
    expect(concludeDuplicate(judge(GOOD))).toMatchObject({
      httpStatus: 200,
      payloadEntry: { message: SEEN_BEFORE_MESSAGE },
      errorEntry: null,
    })
  })
})

// Helpers

/** The fields of a result without received alerts. */
const NOTHING = {
  ...{ webhookId: 'hook', webhookName: 'hook', isKeyValid: undefined },
  ...{ alerts: [], rejected: [], ignored: 0, outdated: 0 },
}
