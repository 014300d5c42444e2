import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import type { JsonValue } from '../json-value.js'
import { deriveSecretKeys, digestSecret, type SecretKeys, sealSecret } from '../secret/secret.js'
import { authenticateDelivery } from './auth/authenticate-delivery.js'
import { HEADER_SCHEMES, type HeaderScheme } from './auth/schemes.js'
import { openAuth } from './auth/webhook-auth.js'
import { readHeaders } from './delivery/delivery-headers.js'
import { PAYLOAD_FORMATS, readPayload } from './delivery/read-payload.js'
import { applyMapping } from './mapping/apply-mapping.js'
import { draftAlerts } from './mapping/draft-alerts.js'
import { explainPayload } from './mapping/explain-payload.js'
import { readMapping } from './mapping/read-mapping.js'

/** 500 runs of each property; `pnpm test:long` multiplies this number. */
const RUNS = propertyRuns(500)
const NOW = '2026-11-20T12:00:00.000Z'
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const keys = deriveSecretKeys('server key') as SecretKeys

describe('any configuration and any delivery', () => {
  it('should make alerts, or say why not, and never throw', () => {
    const defaults = fc.dictionary(fieldName(), fc.jsonValue())
    fc.assert(
      fc.property(
        fc.tuple(mappings(), defaults, arrayPath(), fc.array(rightPath(), { maxLength: 3 })),
        payload(),
        ([fieldMappings, defaultValues, path, jsonFields], sent) => {
          const read = readMapping({ fieldMappings, defaultValues, arrayPath: path, jsonFields })
          const mapped = 'mapping' in read ? applyMapping(read.mapping, sent) : []
          const alerts = 'message' in mapped ? [] : mapped
          const { drafts, rejected } = draftAlerts(alerts)
          expect(drafts.length + rejected.length).toBe(alerts.length)
          const explained = 'mapping' in read ? explainPayload(read.mapping, sent) : { total: 0, message: 'no mapping' }
          expect([explained.total, explained.message === null]).toEqual([alerts.length, alerts.length > 0])
        },
      ),
      RUNS,
    )
  })

  it('should give alerts no values that are not in the payload', () => {
    fc.assert(
      fc.property(fc.array(pathText(), { minLength: 1, maxLength: 8 }), payload(), (paths, sent) => {
        const values = attributesFrom(paths, sent).filter((value) => !Array.isArray(value))
        const shown = JSON.stringify(sent)
        expect(values.filter((value) => typeof value === 'function' || !shown.includes(JSON.stringify(value)))).toEqual(
          [],
        )
      }),
      RUNS,
    )
  })

  it('should read any bytes as a payload, or say why they are none', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        fc.constantFrom(...PAYLOAD_FORMATS),
        (bytes, format) => {
          const read = readPayload(bytes, format)
          expect('payload' in read ? JSON.stringify(read.payload).length > 2 : read.message.length > 0).toBe(true)
        },
      ),
      RUNS,
    )
  })
})

describe('any sender and any delivery', () => {
  it('should be refused without the secret, with a short message that repeats nothing, and without an exception', () => {
    fc.assert(
      fc.property(fc.constantFrom(...HEADER_SCHEMES), headers(), fc.uint8Array(), (scheme, raw, body) => {
        const answer = authenticateDelivery(openAuth(authOf(scheme), keys), {
          headers: readHeaders(raw),
          body,
          now: NOW,
          apiKey: undefined,
        })
        expect(answer).toEqual({
          message: expect.stringMatching(/^(missing|invalid) [a-z]+$/),
          reason: expect.any(String),
        })
        const sent = raw.filter((_, index) => index % 2 === 1).filter((value) => value.length > 12)
        for (const value of [SECRET, ...sent]) expect(JSON.stringify(answer)).not.toContain(value)
      }),
      RUNS,
    )
  })
})

// Helpers

/** All values that these paths find in a payload, for all its alerts in one list. */
function attributesFrom(paths: readonly string[], sent: JsonValue): readonly unknown[] {
  const attributes = Object.fromEntries(paths.map((path, index) => [`a${index}`, path]))
  const read = readMapping({ fieldMappings: { attributes }, defaultValues: {}, arrayPath: '' })
  const mapped = 'mapping' in read ? applyMapping(read.mapping, sent) : []
  return 'message' in mapped ? [] : mapped.flatMap(({ input }) => Object.values(input.attributes ?? {}))
}

function fieldName() {
  return fc.constantFrom(
    'resource',
    'event',
    'environment',
    'severity',
    'text',
    'tags',
    'attributes',
    'timeout',
    'rawData',
    'createTime',
  )
}

function key() {
  return fc.constantFrom('a', 'b', 'x.y', '__proto__', 'constructor', 'toString', 'length', '0', '')
}

function payload() {
  const { tree } = fc.letrec((tie) => ({
    leaf: fc.oneof(
      fc.string(),
      fc.json({ maxDepth: 3 }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    ),
    tree: fc.oneof(
      { maxDepth: 4 },
      tie('leaf'),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(key(), tie('tree'), { maxKeys: 5 }),
    ),
  }))
  return tree.map((value) => JSON.parse(JSON.stringify(value)))
}

/** A path that may find something. */
function rightPath() {
  return fc.constantFrom('a', 'b', 'a.b', 'b[0]', 'a[1].b', '[0]', '["x.y"]')
}

function pathText() {
  const part = fc.oneof(
    key(),
    key().map((name) => `["${name}"]`),
    fc.constantFrom('[0]', '[N]', '[]', '[1]', '[', '..', '{{ x }}'),
  )
  return fc.oneof(
    fc.array(part, { maxLength: 5 }).map((parts) => parts.join('.').replaceAll('.[', '[')),
    fc.string(),
  )
}

function mappings() {
  const path = pathText()
  const value = fc.oneof(
    path,
    fc.record({ path, join: fc.string() }),
    fc.record({ path: rightPath(), keys: fc.boolean() }),
    fc.record({ path: path.map((text) => `${text}[]`), expand: fc.constant(true) }),
    fc.record({ path, if_true: fc.jsonValue(), if_false: fc.jsonValue() }),
    fc.jsonValue(),
  )
  const attributes = fc.dictionary(key(), value)
  return fc
    .tuple(fc.dictionary(fieldName(), value), fc.option(attributes, { nil: undefined }))
    .map(([fields, group]) => {
      return group === undefined ? fields : { ...fields, attributes: group }
    })
}

function arrayPath() {
  return fc.oneof(fc.constant(''), pathText())
}

function headers() {
  const name = fc.constantFrom(
    'X-Sig',
    'x-hub-signature-256',
    'X-Chat-Signature',
    'X-Chat-Request-Timestamp',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  )
  const hex = fc.stringMatching(/^((v1=)?[0-9a-fA-F]{64},)?(sha256=|v[01]=)?[0-9a-fA-F]{62,66}$/)
  const longHex = fc.stringMatching(/^(sha512=)?[0-9a-fA-F]{127,129}$/)
  const base64 = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .chain((bytes) => fc.constantFrom('v1,', '').map((prefix) => `${prefix}${Buffer.from(bytes).toString('base64')}`))
  const time = fc.integer({ min: -400, max: 400 }).map((off) => String(Date.parse(NOW) / 1000 + off))
  const value = fc.oneof(fc.string(), hex, longHex, base64, time, fc.constantFrom('msg_1', '', 'v0=', 'sha256='))
  return fc.array(fc.tuple(name, value), { maxLength: 8 }).map((pairs) => pairs.flat())
}

function authOf(scheme: HeaderScheme) {
  const secret = scheme === 'static' ? digestSecret(SECRET, keys) : sealSecret(SECRET, keys, new Uint8Array(12))
  return { mode: 'header', scheme, headerName: 'X-Sig', secret, previous: null } as const
}
