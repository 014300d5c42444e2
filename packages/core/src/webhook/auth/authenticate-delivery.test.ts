import { describe, expect, it } from 'vitest'
import { deriveSecretKeys, digestSecret, type SecretKeys, sealSecret } from '../../secret/secret.js'
import { readHeaders } from '../delivery/delivery-headers.js'
import type { HeaderAuth, WebhookAuth } from '../webhook-config.js'
import { authenticateDelivery, presentedKey } from './authenticate-delivery.js'
import { signDelivery } from './signature.js'
import { openAuth } from './webhook-auth.js'

const NOW = '2026-11-20T12:00:00.000Z'
const BODY = Buffer.from('{}')
const keys = deriveSecretKeys('server key') as SecretKeys

const staticAuth: HeaderAuth = {
  mode: 'header',
  scheme: 'static',
  headerName: 'X-Token',
  secret: digestSecret('new', keys),
  previous: { secret: digestSecret('old', keys), expires: '2026-11-20T13:00:00.000Z' },
}
const hubAuth: HeaderAuth = {
  mode: 'header',
  scheme: 'hub',
  headerName: 'X-Hub-Signature-256',
  secret: sealSecret('new', keys, new Uint8Array(12)),
  previous: { secret: sealSecret('old', keys, new Uint8Array(12).fill(1)), expires: '2026-11-20T13:00:00.000Z' },
}

describe('without authentication', () => {
  it('should accept anybody', () => {
    expect(authenticate({ mode: 'none' })).toEqual({ by: 'nobody' })
  })
})

describe('the scheme static', () => {
  it('should accept the secret in its header, whatever the case of the name', () => {
    expect(authenticate(staticAuth, ['X-Token', 'new'])).toEqual({ by: 'secret' })
    expect(authenticate(staticAuth, ['x-tOKEN', 'new'])).toEqual({ by: 'secret' })
  })

  it.each<[string, string[], string]>([
    ['nothing', [], 'missing header'],
    ['another header', ['X-Other', 'new'], 'missing header'],
    ['another value', ['X-Token', 'wrong'], 'invalid header'],
    ['nothing in it', ['X-Token', ''], 'invalid header'],
    ['it twice', ['X-Token', 'new', 'x-token', 'new'], 'invalid header'],
  ])('should refuse %s', (_, headers, message) => {
    expect(authenticate(staticAuth, headers)).toMatchObject({ message })
  })
})

describe.each([
  ['static', staticAuth, (secret: string) => ['X-Token', secret]],
  ['hub', hubAuth, signed],
] as const)('a rotation in the scheme %s', (_, auth, headersOf) => {
  it('should accept both secrets until it ends, then only the new one', () => {
    expect(authenticate(auth, headersOf('old'))).toEqual({ by: 'previousSecret' })
    expect(authenticate(auth, headersOf('new'))).toEqual({ by: 'secret' })
    const later = '2026-11-20T13:00:00.000Z'
    expect(authenticate(auth, headersOf('new'), { now: later })).toEqual({ by: 'secret' })
    expect(authenticate(auth, headersOf('old'), { now: later })).toMatchObject({
      message: expect.stringMatching(/^invalid/),
    })
  })

  it('should only say that authentication failed if SECRET_KEY has changed', () => {
    const refused = { message: 'authentication failed', reason: expect.stringContaining('SECRET_KEY has changed') }
    const changed = deriveSecretKeys('changed')
    for (const secretKeys of [changed, undefined]) {
      expect(authenticate(auth, headersOf('new'), { secretKeys })).toEqual(refused)
      expect(authenticate(auth, [], { secretKeys })).toEqual(refused)
    }
  })

  it('should repeat no secret and no signature in what it says', () => {
    const said = JSON.stringify(authenticate({ ...auth, previous: null }, headersOf('old-and-gone')))
    expect([said.includes('old'), said.includes(headersOf('old-and-gone')[1] ?? '')]).toEqual([false, false])
  })
})

it('should accept a previous secret that can be opened if the new one is stale', () => {
  const stale = { ...staticAuth, secret: digestSecret('new', deriveSecretKeys('changed') as SecretKeys) }
  expect(authenticate(stale, ['X-Token', 'old'])).toEqual({ by: 'previousSecret' })
  expect(authenticate(stale, ['X-Token', 'new'])).toMatchObject({ message: 'authentication failed' })
})

describe('an API key', () => {
  const auth: WebhookAuth = { mode: 'api_key', apiKeyId: 'bound' }
  const bound = { id: 'bound', canWriteAlerts: true }

  it('should be the key that the webhook is bound to', () => {
    const headers = ['Authorization', 'Key abc']
    expect(authenticate(auth, headers, { apiKey: bound })).toEqual({ by: 'apiKey' })
    expect(authenticate(auth, headers, { apiKey: undefined })).toMatchObject({ message: 'invalid API key' })
    expect(authenticate(auth, headers, { apiKey: { ...bound, id: 'other' } })).toMatchObject({
      message: 'API key does not match this webhook',
    })
    expect(authenticate(auth, headers, { apiKey: { ...bound, canWriteAlerts: false } })).toMatchObject({
      message: 'API key lacks write:alerts',
    })
    expect(authenticate(auth, [], { apiKey: bound })).toMatchObject({ message: 'missing header' })
  })

  it.each<[string[], string]>([
    [['Authorization', 'Key abc'], 'abc'],
    [['authorization', 'key  abc '], 'abc'],
    [['X-API-Key', 'abc'], 'abc'],
    [['X-API-Key', 'abc', 'Authorization', 'Key abc'], 'abc'],
    [['Authorization', 'Basic eA==', 'X-API-Key', 'abc'], 'abc'],
  ])('should be read from %j', (headers, key) => {
    expect(presentedKey(readHeaders(headers))).toEqual({ key })
  })

  it.each<[string[], string]>([
    [[], 'missing header'],
    [['Authorization', 'Bearer abc'], 'missing header'],
    [['Authorization', 'Key '], 'missing header'],
    [['X-API-Key', ''], 'missing header'],
    [['X-API-Key', 'abc', 'Authorization', 'Key abd'], 'invalid header'],
    [['X-API-Key', 'abc', 'X-API-Key', 'abd'], 'invalid header'],
    [['X-API-Key', 'abc', 'X-API-Key', 'abc'], 'invalid header'],
    [['X-API-Key', 'abc', 'x-api-key', ''], 'invalid header'],
    [['Authorization', 'Key abc', 'Authorization', 'Key abc'], 'invalid header'],
    [['Authorization', 'Basic eA==', 'Authorization', 'Key abc'], 'invalid header'],
  ])('should not be read from %j', (headers, message) => {
    expect(presentedKey(readHeaders(headers))).toMatchObject({ message })
  })
})

// Helpers

interface Circumstances {
  readonly now?: string
  readonly secretKeys?: SecretKeys | undefined
  readonly apiKey?: { readonly id: string; readonly canWriteAlerts: boolean } | undefined
}

function authenticate(auth: WebhookAuth, headers: readonly string[] = [], circumstances: Circumstances = {}) {
  const { now = NOW, apiKey } = circumstances
  const secretKeys = 'secretKeys' in circumstances ? circumstances.secretKeys : keys
  return authenticateDelivery(openAuth(auth, secretKeys), { headers: readHeaders(headers), body: BODY, now, apiKey })
}

function signed(secret: string): string[] {
  return signDelivery({ scheme: 'hub', headerName: '' }, { body: BODY, seconds: 0, id: '' }, Buffer.from(secret)).flat()
}
