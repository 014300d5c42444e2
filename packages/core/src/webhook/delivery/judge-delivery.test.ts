import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { appliedPolicies, where } from '../../../test/applied-policies.js'
import { NO_POLICIES } from '../../alert-policy/run-alert-policies.js'
import { LIMITS } from '../../limits.js'
import { runWithoutPauses, WorkMeter } from '../../work-meter.js'
import { deriveSecretKeys } from '../auth/secret.js'
import { compileWebhook } from '../compile-webhook.js'
import { readNewConfig } from '../read-config.js'
import { readHeaders } from './delivery-headers.js'
import {
  concludeDuplicate,
  concludeReceived,
  concludeUnexpected,
  type DraftedDelivery,
  draftDelivery,
  judgeDelivery,
  type Verdict,
} from './judge-delivery.js'
import { KEPT_FOR_TESTING, type Outcome, SEEN_BEFORE } from './outcome.js'
import { asReplay } from './received-delivery.js'

const NOW = '2026-11-20T12:00:00.000Z'
const keys = deriveSecretKeys('server key')
const mappings = { resource: 'host', event: 'check', severity: 'level' }
const defaults = { environment: 'Production', type: 't', text: 'x' }
const token = { authMode: 'header', authHeaderName: 'X-Token', authSecret: 's3cret' }
const good = { host: 'web-1', check: 'HttpDown', level: 'major' }

describe('the rows of "Inbound webhook results"', () => {
  it('should keep the payload of a success, without a message', () => {
    expect(outcomeOf(good)).toEqual({
      case: 'success',
      httpStatus: 200,
      message: null,
      warnings: [],
      payloadEntry: entry(200, good),
      errorEntry: null,
      deliveredAt: NOW,
    })
  })

  it('should report the alerts that fail, and create the others', () => {
    const payload = [good, { ...good, level: 'bad' }, { check: 'x', level: 'ok' }]
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
    expect(draft({ ...good, host: ['a'] }).rejected).toMatchObject([{ index: 0, error: 'resource must be a string' }])
    expect(outcomeOf({ ...good, host: ['a'] })).toMatchObject({
      case: 'rejected',
      httpStatus: 400,
      message: 'No alert was created',
      payloadEntry: { httpStatus: 400, message: null },
      errorEntry: { message: '1 of 1 alerts rejected: [0] resource must be a string' },
    })
  })

  it('should report a disabled webhook after authentication and valid JSON', () => {
    const disabled = { enabled: false }
    expect(outcomeOf(good, disabled)).toMatchObject({
      httpStatus: 403,
      message: 'Webhook is disabled',
      payloadEntry: { httpStatus: 403, message: null, payload: good },
      errorEntry: { message: 'Webhook is disabled', payload: good, traceback: null },
    })
    expect(outcomeOf('{', disabled).httpStatus).toBe(400)
    expect(outcomeOf(good, { ...disabled, ...token }).httpStatus).toBe(401)
  })

  it('should store the payload of a caller who is not authenticated, with the fixed message', () => {
    expect(outcomeOf(good, token)).toMatchObject({
      httpStatus: 401,
      message: 'missing header',
      payloadEntry: { httpStatus: 401, message: KEPT_FOR_TESTING, payload: good },
      errorEntry: { message: 'the header X-Token is missing', payload: good },
    })
  })

  it.each(['{', '', '{}', '5'])(
    'should keep nothing of %j from a caller who is not let in, but that it came',
    (body) => {
      expect(outcomeOf(body, token)).toMatchObject({
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
    expect(outcomeOf(good, { arrayPath: 'alerts' })).toMatchObject({
      case: 'noAlerts',
      httpStatus: 400,
      message: expect.stringMatching(
        /^No alerts generated from payload: array path alerts .*Top-level keys: host, check, level$/,
      ),
      payloadEntry: { payload: good, message: null },
      errorEntry: { payload: good },
    })
  })

  it.each([
    [JSON.stringify(good), entry(500, good)],
    ['{', null],
  ])('should store %j after an unexpected error, and reveal nothing of it to the sender', (text, payloadEntry) => {
    const body = Buffer.from(text)
    const delivery = deliveryOf(body)
    const json = { payloadFormat: 'json' } as const
    expect(concludeUnexpected(json, delivery, judge(good), new Error('the disk is full'))).toMatchObject({
      httpStatus: 500,
      message: 'Unexpected server error',
      payloadEntry,
      errorEntry: { message: 'the disk is full', traceback: expect.stringContaining('judge-delivery.test.ts') },
    })
  })

  it('should answer 200 to a test of the sender, without an alert and with a message in the history', () => {
    const tests = { testPayloads: { clauses: [{ key: 'check', op: '=', value: 'Test' }] } }
    const test = { ...good, check: 'Test' }
    expect(judge(test, tests)).toEqual({
      rejected: [],
      ignored: 0,
      outdated: 0,
      outcome: {
        case: 'test',
        httpStatus: 200,
        message: null,
        warnings: [],
        payloadEntry: { ...entry(200, test), message: 'this payload matches testPayloads, so it creates no alert' },
        errorEntry: null,
        deliveredAt: NOW,
      },
    })
    expect(outcomeOf(good, tests).case).toBe('success')
    expect(outcomeOf([test, test], tests).case).toBe('test')
    expect(outcomeOf([test, good], tests).case).toBe('success')
    expect(outcomeOf([test, 5], tests).case).toBe('partial')
    expect(outcomeOf(test, { ...tests, ...token }).case).toBe('unauthenticated')
    expect(outcomeOf(test, { ...tests, enabled: false }).case).toBe('disabled')
  })

  it('should count as a delivery of the sender if the sender was authenticated, and not too long', () => {
    const headers = readHeaders(['X-Token', 's3cret'])
    const bomb = {
      body: gzipSync(Buffer.alloc(LIMITS.webhookBody + 1)),
      headers: readHeaders(['X-Token', 's3cret', 'Content-Encoding', 'gzip']),
    }
    const outcomes = [
      outcomeOf(good, token, { headers }),
      outcomeOf('no JSON', token, { headers }),
      outcomeOf({ a: 1 }, token, { headers }),
      outcomeOf({ ...good, level: 'bad' }, token, { headers }),
      outcomeOf(good, { ...token, enabled: false }, { headers }),
      outcomeOf('', token, bomb),
      outcomeOf(good, token),
      outcomeOf('no JSON', token),
      outcomeOf(good, token, { headers, sizeBytes: LIMITS.webhookBody + 1 }),
    ]
    const [counted, others] = [outcomes.slice(0, 6), outcomes.slice(6)]
    expect(counted.map((outcome) => outcome.httpStatus)).toEqual([200, 400, 400, 400, 403, 413])
    expect(counted.map((outcome) => outcome.deliveredAt)).toEqual(Array(6).fill(NOW))
    expect(others.map((outcome) => outcome.httpStatus)).toEqual([401, 401, 413])
    expect(others.map((outcome) => outcome.deliveredAt)).toEqual([null, null, null])
    expect(asReplay(outcomeOf(good), NOW).deliveredAt).toBeNull()
  })

  it('should count as a delivery of the sender after an unexpected error, if the sender was authenticated', () => {
    const delivery = deliveryOf(Buffer.from(JSON.stringify(good)))
    const unexpected = (verdict: Verdict | undefined) =>
      concludeUnexpected({ payloadFormat: 'json' }, delivery, verdict, new Error('bug')).deliveredAt
    const tooLong = judge(good, {}, { sizeBytes: LIMITS.webhookBody + 1 })
    expect([judge(good), judge(good, token), tooLong, undefined].map(unexpected)).toEqual([NOW, null, null, null])
  })

  it('should unpack a body only after authentication, which covers the bytes as sent', () => {
    const packed = {
      body: gzipSync(JSON.stringify(good)),
      sizeBytes: 70,
      headers: readHeaders(['Content-Encoding', 'gzip']),
    }
    expect(outcomeOf('', {}, packed)).toMatchObject({ case: 'success', payloadEntry: { payload: good, sizeBytes: 70 } })
    expect(outcomeOf('', token, packed)).toMatchObject({
      case: 'unauthenticated',
      payloadEntry: null,
      errorEntry: { payload: null },
    })
  })

  it.each([
    [['Content-Encoding', 'zstd'], 'Content-Encoding zstd is not supported'],
    [['Content-Type', 'application/json; charset=klingon'], 'The charset klingon is not supported'],
  ])('should answer 415 to %j, with an entry in the errorHistory', (headers, message) => {
    expect(outcomeOf(good, {}, { headers: readHeaders(headers) })).toMatchObject({
      case: 'unsupported',
      httpStatus: 415,
      message: expect.stringContaining(message),
      payloadEntry: null,
      errorEntry: { httpStatus: 415, payload: null },
    })
    expect(outcomeOf(good, token, { headers: readHeaders(headers) }).case).toBe('unauthenticated')
  })

  it('should show the characters around a fault only in the errorHistory', () => {
    const text = `{"a": "${'x'.repeat(100)}", b: 1, "c": "${'y'.repeat(100)}"}`
    const { message, errorEntry } = outcomeOf(text)
    expect(message).toBe('Invalid JSON at line 1, column 111')
    expect(errorEntry?.message).toBe(`${message}, near ${JSON.stringify(text.slice(80, 140))}`)
  })

  it('should take the query as the payload, whatever the body is, without the API key', () => {
    const query = 'host=web-1&check=HttpDown&level=major&API-Key=k'
    expect(outcomeOf('{', { payloadFormat: 'query' }, { query })).toMatchObject({
      case: 'success',
      payloadEntry: { payload: good },
    })
    expect(outcomeOf(good, { payloadFormat: 'query' }).message).toBe('The query of the URL is empty')
  })

  it('should warn about truncated alerts, and texts that are not base64, in the answer and the history', () => {
    const payload = { alerts: [good], truncatedAlerts: 5, data: '!' }
    const config = { arrayPath: 'alerts', base64Fields: ['data'] }
    const { warnings, payloadEntry } = outcomeOf(payload, config)
    expect(warnings).toEqual([
      'truncatedAlerts is 5: the sender left out so many alerts, which neither open nor close; set max_alerts of its webhook to 0',
      'base64Fields: data is not UTF-8 in base64, so it stays as it is',
    ])
    expect(payloadEntry?.message).toBe(warnings.join('; '))
    for (const other of [{ truncatedAlerts: 0 }, { truncatedAlerts: '5' }, { truncatedAlerts: 5, alerts: good }]) {
      expect(outcomeOf({ ...good, alerts: [good], ...other }).warnings).toEqual([])
    }
  })

  it('should look for tests in the payload as it was sent', () => {
    const jsonFields = ['host']
    const test = { ...good, host: '{"name":"x"}' }
    const byText = { testPayloads: { clauses: [{ key: 'host', op: 'CONTAINS', value: '"x"' }] } }
    const byName = { testPayloads: { clauses: [{ key: 'host.name', op: '=', value: 'x' }] } }
    expect([byText, byName].map((tests) => outcomeOf(test, { jsonFields, ...tests }).case)).toEqual([
      'test',
      'rejected',
    ])
  })

  it('should read a form, and keep the object that it was read as', () => {
    const form = { payloadFormat: 'form' }
    const payload = { host: 'web 1', check: ['a', 'b'], level: 'ok' }
    const body = 'host=web+1&check=a&check=b&level=ok'
    expect(outcomeOf(body, { ...form, fieldMappings: { ...mappings, event: 'check[0]' } })).toMatchObject({
      case: 'success',
      payloadEntry: { payload, sizeBytes: body.length },
    })
    expect(outcomeOf(body, { ...form, ...token })).toMatchObject({ httpStatus: 401, payloadEntry: { payload } })
    expect(outcomeOf(`payload=${encodeURIComponent(JSON.stringify(good))}`, form).payloadEntry?.payload).toEqual(good)
    expect(outcomeOf(good, form)).toMatchObject({ case: 'invalidBody', payloadEntry: null })
    expect(outcomeOf(body)).toMatchObject({ case: 'invalidBody', payloadEntry: null })
  })

  it('should verify the signature of a form over its raw body', () => {
    const signed = { authMode: 'header', authHeaderScheme: 'base64', authHeaderName: 'X-Sign', authSecret: 's3cret' }
    const body = 'host=a&check=b%20c&level=major'
    const digest = (text: string) => createHmac('sha256', 's3cret').update(text).digest('base64')
    const judged = [body, 'host=a&check=b+c&level=major'].map((text) => {
      const headers = readHeaders(['X-Sign', digest(text)])
      return outcomeOf(body, { payloadFormat: 'form', ...signed }, { headers }).case
    })
    expect(judged).toEqual(['success', 'unauthenticated'])
  })

  it('should answer 413 before it looks at anything else', () => {
    const delivery = { sizeBytes: LIMITS.webhookBody + 1 }
    expect(outcomeOf(good, token, delivery)).toMatchObject({
      httpStatus: 413,
      message: 'The body has 262145 bytes, the limit is 262144 bytes',
      payloadEntry: null,
      errorEntry: { oversized: true, sizeBytes: 262145, payload: null, traceback: null },
    })
    expect(outcomeOf(good, {}, { sizeBytes: LIMITS.webhookBody }).httpStatus).toBe(200)
  })
})

describe('an element that is rejected', () => {
  it('should not reject the alerts after it', () => {
    const { drafts, rejected } = draft([{ ...good, host: {} }, good])
    expect(drafts).toHaveLength(1)
    expect(rejected).toMatchObject([{ index: 0, error: 'resource must be a string' }])
  })
})

describe('a delivery that was received before', () => {
  it('should also be recognized by a number', () => {
    const byPath = { deduplication: { path: 'id', ttlSeconds: 60 } }
    const [first, again, other] = [7, 7, 8].map((id) => judge({ ...good, id }, byPath))
    expect(first).toMatchObject({ deliveryKey: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(again).toEqual(first)
    expect(other).not.toMatchObject({ deliveryKey: first && 'mapped' in first && first.deliveryKey })
  })

  it('should be recognized by the id in its header or payload', () => {
    const byHeader = { deduplication: { header: 'X-Id', ttlSeconds: 60 } }
    const byPath = { deduplication: { path: 'host', ttlSeconds: 60 } }
    const keyOf = (verdict: Verdict) => 'mapped' in verdict && verdict.deliveryKey
    const withId = (id: string) => ({ headers: readHeaders(['x-id', id]) })
    expect(keyOf(judge(good, byHeader, withId('a')))).toMatch(/^[0-9a-f]{64}$/)
    expect(keyOf(judge(good, byHeader, withId('a')))).toBe(keyOf(judge({ ...good, more: 1 }, byHeader, withId('a'))))
    expect(keyOf(judge(good, byHeader, withId('a')))).not.toBe(keyOf(judge(good, byHeader, withId('b'))))
    expect([keyOf(judge(good, byHeader)), keyOf(judge(good, byHeader, withId(''))), keyOf(judge(good))]).toEqual(
      Array(3).fill(undefined),
    )
    expect(keyOf(judge(good, byPath))).toBe(keyOf(judge({ ...good, level: 'ok' }, byPath)))
  })

  it('should be answered 200, and stored with a note', () => {
    const verdict = judge(good)
    expect('mapped' in verdict && concludeDuplicate(verdict)).toMatchObject({
      httpStatus: 200,
      payloadEntry: { message: SEEN_BEFORE },
      errorEntry: null,
    })
  })
})

describe('alerts that are refused while they are received', () => {
  const drafted = draft([{ ...good, level: 'bad' }, good, good])
  const refused = drafted.drafts.map(({ index, input }) => ({ index, input, error: `too large ${index}` }))
  const conclude = (count: number) => concludeReceived(drafted, { refused: refused.slice(2 - count), outdated: 0 })

  it('should be rejected with the others, in the order of the delivery', () => {
    expect(conclude(1)).toMatchObject({
      outcome: {
        case: 'partial',
        httpStatus: 200,
        payloadEntry: { message: null },
        errorEntry: {
          message: expect.stringMatching(/^2 of 3 alerts rejected: \[0\] Severity .*; \[2\] too large 2$/),
        },
      },
      rejected: [{ index: 0 }, { index: 2, input: { resource: 'web-1' }, error: 'too large 2' }],
    })
  })

  it('should leave a delivery rejected if no alert remains', () => {
    expect(conclude(2)).toMatchObject({
      outcome: {
        case: 'rejected',
        httpStatus: 400,
        message: 'No alert was created',
        errorEntry: {
          message: expect.stringMatching(/^3 of 3 alerts rejected: .*\[1\] too large 1; \[2\] too large 2$/),
        },
      },
      rejected: [{ index: 0 }, { index: 1 }, { index: 2 }],
    })
  })
})

describe('outdated alerts', () => {
  const drafted = draft([good, { ...good, level: 'bad' }])

  it('should leave a delivery ignored if no other alert remains', () => {
    const { outcome } = concludeReceived({ ...drafted, rejected: [] }, { refused: [], outdated: 1 })
    expect(outcome).toMatchObject({ case: 'ignored', httpStatus: 200, errorEntry: null })
    expect(outcome.payloadEntry?.message).toBe('outdated: 1 of 1 alerts, a newer state was there before')
  })

  it('should not make a delivery partial if all other alerts are rejected', () => {
    expect(concludeReceived(drafted, { refused: [], outdated: 1 }).outcome).toMatchObject({
      case: 'rejected',
      httpStatus: 400,
    })
  })
})

describe('alerts that alert policies drop', () => {
  const drops = appliedPolicies({ name: 'no tests', filters: where('event', 'test'), actions: [{ drop: true }] })
  const test = { ...good, check: 'test' }
  const note = 'ignored: 1 of 2 alerts, dropped by the alert policy no tests'
  const conclude = (payload: unknown) => concludeReceived(draft(payload, drops), { refused: [], outdated: 0 })

  it('should leave a delivery ignored if no other alert remains', () => {
    expect(conclude([test, test])).toMatchObject({
      outcome: {
        case: 'ignored',
        httpStatus: 200,
        message: null,
        payloadEntry: { httpStatus: 200, message: 'ignored: 2 of 2 alerts, dropped by the alert policy no tests' },
        errorEntry: null,
      },
      rejected: [],
      ignored: 2,
    })
  })

  it('should be noted when other alerts are created', () => {
    expect(conclude([test, good])).toMatchObject({
      outcome: { case: 'success', httpStatus: 200, payloadEntry: { message: note }, errorEntry: null },
      ignored: 1,
    })
    expect(conclude([test, good, { ...good, level: 'bad' }])).toMatchObject({
      outcome: {
        case: 'partial',
        payloadEntry: { message: expect.stringMatching(/^ignored: 1 of 3 alerts/) },
        errorEntry: { message: expect.stringMatching(/^1 of 3 alerts rejected: \[2\]/) },
      },
      ignored: 1,
    })
  })

  it('should answer 400 if all others are rejected', () => {
    expect(conclude([test, { ...good, level: 'bad' }])).toMatchObject({
      outcome: {
        case: 'rejected',
        httpStatus: 400,
        payloadEntry: { message: note },
        errorEntry: { message: expect.stringMatching(/^1 of 2 alerts rejected/) },
      },
      rejected: [{ index: 1 }],
      ignored: 1,
    })
  })
})

// Helpers

function entry(httpStatus: number, payload: object) {
  const sizeBytes = JSON.stringify(payload).length
  return { receivedAt: NOW, httpStatus, sizeBytes, oversized: false, payload, message: null }
}

function judge(payload: unknown, config: object = {}, delivery: object = {}): Verdict {
  const body = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))
  const all = { id: 'hook', enabled: true, fieldMappings: mappings, defaultValues: defaults, ...config }
  const tools = { keys, newNonce: () => new Uint8Array(12), newId: () => 'x', user: 'ann', now: NOW }
  const webhook = compileWebhook(readNewConfig(all, tools), keys)
  return runWithoutPauses(judgeDelivery(webhook, { ...deliveryOf(body), ...delivery }))
}

function deliveryOf(body: Buffer) {
  const head = { headers: readHeaders([]), query: '', now: NOW, apiKey: undefined }
  return { ...head, body, sizeBytes: body.length, bodyLimit: LIMITS.webhookBody }
}

/** The alerts of a delivery that the mapping does not refuse. */
function draft(payload: unknown, applied = NO_POLICIES): DraftedDelivery {
  const verdict = judge(payload)
  if (!('mapped' in verdict)) throw new Error(verdict.outcome.message ?? '')
  return runWithoutPauses(draftDelivery(verdict, applied, new WorkMeter()))
}

function outcomeOf(payload: unknown, config: object = {}, delivery: object = {}): Outcome {
  const verdict = judge(payload, config, delivery)
  if ('outcome' in verdict) return verdict.outcome
  const drafted = runWithoutPauses(draftDelivery(verdict, NO_POLICIES, new WorkMeter()))
  return concludeReceived(drafted, { refused: [], outdated: 0 }).outcome
}
