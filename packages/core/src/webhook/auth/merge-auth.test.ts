import { describe, expect, it } from 'vitest'
import { deriveSecretKeys } from '../../secret/secret.js'
import { mergeConfig, readNewConfig } from '../read-config.js'
import { showConfig, staleSecrets } from '../show-config.js'
import { newlyBoundKey, type WebhookConfig } from '../webhook-config.js'

const NOW = '2026-11-20T12:00:00.000Z'
const LATER = '2026-11-21T12:00:00.000Z'
const keys = deriveSecretKeys('server key')
const STANDARD = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const generic = { authMode: 'header', authHeaderScheme: 'generic', authHeaderName: 'X-Sig', authSecret: 'first' }

describe('header mode', () => {
  it.each([
    [{ authHeaderScheme: 'hub' }, 'X-Hub-Signature-256'],
    [{ authHeaderScheme: 'chat', authHeaderName: 'X-Mine' }, 'X-Chat-Signature'],
    [{ authHeaderScheme: 'standard', authSecret: STANDARD }, 'webhook-signature'],
    [{ authHeaderScheme: 'generic', authHeaderName: ' X-Mine ' }, 'X-Mine'],
    [{ authHeaderScheme: 'static', authHeaderName: 'X-Mine' }, 'X-Mine'],
    [{ authHeaderName: 'X-Mine' }, 'X-Mine'],
  ])('should have the header of %j', (body, name) => {
    expect(shown(create({ authMode: 'header', authSecret: 's3cret', ...body })).authHeaderName).toBe(name)
  })

  it.each<[object, string]>([
    [{ authSecret: '' }, 'authSecret is required by authMode header'],
    [{ authSecret: '******' }, 'authSecret is required by authMode header'],
    [{ authHeaderName: '' }, 'authHeaderName is required by the scheme generic'],
    [{ authHeaderName: 'X Sig' }, 'authHeaderName is no name of a header'],
    [
      { authHeaderScheme: 'md5' },
      'authHeaderScheme must be one of static, generic, sha512, base64, list, hub, chat, standard',
    ],
    [{ authHeaderScheme: 'standard' }, 'authSecret must be whsec_ and base64'],
    [{ authHeaderScheme: 'static', authSecret: 'grün' }, 'authSecret must be ASCII without spaces at its ends'],
    [{ authHeaderScheme: 'static', authSecret: ' x' }, 'authSecret must be ASCII without spaces at its ends'],
    [{ authSecret: '  ' }, 'authSecret must not be blank'],
    [{ authSecret: '\t', authHeaderScheme: 'hub' }, 'authSecret must not be blank'],
    [{ authSecret: '  ', authHeaderScheme: 'static' }, 'authSecret must not be blank'],
    [{ authSecretPrevious: ' ', authSecretPreviousExpires: LATER }, 'authSecretPrevious must not be blank'],
    [{ authSecret: 'x'.repeat(1_001) }, 'authSecret is longer than 1000 characters'],
    [{ authSecretPrevious: 'old' }, 'authSecretPreviousExpires is required by authSecretPrevious'],
    [{ authSecretPreviousExpires: LATER }, 'authSecretPreviousExpires needs a previous secret'],
    [
      { authSecretPreviousExpires: 'soon', authSecretPrevious: 'old' },
      'authSecretPreviousExpires must be a time in ISO 8601',
    ],
  ])('should refuse %.60j', (body, message) => {
    expect(() => create({ ...generic, ...body })).toThrow(message)
  })

  it('should need a SECRET_KEY to be created and to be changed', () => {
    expect(() => create(generic, null)).toThrow(
      'authMode header needs SECRET_KEY, which is not set on the server: set it for every server to one output of `openssl rand -hex 32`, and restart them',
    )
    const config = create(generic)
    expect(() => change(config, { authSecret: 'x' }, null)).toThrow('needs SECRET_KEY')
    expect(change(config, { name: 'x', enabled: false }, null).auth).toEqual(config.auth)
  })

  it('should refuse credentials of another mode, because they would protect nothing', () => {
    expect(() => create({ authSecret: 'x' })).toThrow('authSecret needs authMode header')
    expect(() => create({ authMode: 'none', authSecret: 'x' })).toThrow('authSecret needs authMode header')
    expect(() => create({ authHeaderName: 'X-Sig' })).toThrow('authHeaderName needs authMode header')
    expect(() => create({ apiKeyId: 'k' })).toThrow('apiKeyId needs authMode api_key')
    expect(() => change(create(generic), { apiKeyId: 'k' })).toThrow('apiKeyId needs authMode api_key')
    expect(() => create({ authSecretPrevious: 'x' })).toThrow('authSecretPrevious needs authMode header')
  })
})

describe('a secret that is stored', () => {
  it.each([{}, { authSecret: '' }, { authSecret: '******' }, { authSecret: null }, { name: 'x' }])(
    'should stay with %j',
    (body) => {
      expect(change(create(generic), body).auth).toEqual(create(generic).auth)
    },
  )

  it('should be shown only for schemes that sign', () => {
    expect(shown(create(generic))).toMatchObject({
      authSecretSet: true,
      authSecretPlaintext: 'first',
      authSecretStale: false,
    })
    const token = create({ ...generic, authHeaderScheme: 'static' })
    expect(shown(token)).toMatchObject({ authSecretSet: true, authSecretPlaintext: null })
    expect(JSON.stringify([token, create(generic), shown(token)])).not.toContain('first')
  })

  it('should be stale under another SECRET_KEY', () => {
    const configs = [
      create({ ...generic, id: 'a' }),
      create({ id: 'b' }),
      create({ ...generic, id: 'c', authHeaderScheme: 'static' }),
    ]
    expect(staleSecrets(configs, keys)).toEqual([])
    expect(staleSecrets(configs, deriveSecretKeys('another'))).toEqual(['a', 'c'])
    expect(showConfig(create(generic), undefined)).toMatchObject({ authSecretStale: true, authSecretPlaintext: null })
  })

  it('should be converted to another scheme if possible', () => {
    const config = create(generic)
    expect(shown(change(config, { authHeaderScheme: 'hub' })).authSecretPlaintext).toBe('first')
    const token = change(config, { authHeaderScheme: 'static' })
    expect(token.auth).toMatchObject({ secret: { kind: 'digest' } })
    expect(() => change(token, { authHeaderScheme: 'hub' })).toThrow(
      'authSecret is required: the stored one cannot become one',
    )
    expect(() => change(config, { authHeaderScheme: 'standard' })).toThrow('authSecret is required')
    expect(() => change(change(config, { authHeaderScheme: 'hub' }), { authHeaderScheme: 'generic' })).toThrow(
      'authHeaderName is required by the scheme generic',
    )
  })

  it('should be removed with its mode', () => {
    const open = change(create(generic), { authMode: 'none' })
    expect(open.auth).toEqual({ mode: 'none' })
    expect(() => change(open, { authMode: 'header', authHeaderName: 'X' })).toThrow('authSecret is required')
    const bound = change(create(generic), { authMode: 'api_key', apiKeyId: 'k' })
    expect(bound.auth).toEqual({ mode: 'api_key', apiKeyId: 'k' })
    expect(change(bound, { authMode: 'none', apiKeyId: 'k' }).auth).toEqual({ mode: 'none' })
    expect(() => create({ authMode: 'api_key' })).toThrow('apiKeyId is required by authMode api_key')
  })
})

describe('a rotation', () => {
  it('should keep the replaced secret until the time that was sent', () => {
    const rotated = change(create(generic), { authSecret: 'second', authSecretPreviousExpires: LATER })
    expect(shown(rotated)).toMatchObject({
      authSecretPlaintext: 'second',
      authSecretPreviousSet: true,
      authSecretPreviousExpires: LATER,
    })
    expect(rotated.auth).toMatchObject({ previous: { secret: (create(generic).auth as { secret: unknown }).secret } })
    expect(change(rotated, { name: 'x' }).auth).toEqual(rotated.auth)
    expect(shown(change(rotated, { authSecretPreviousExpires: null })).authSecretPreviousSet).toBe(false)
  })

  it('should accept a previous secret that is sent', () => {
    const config = create({
      ...generic,
      authSecretPrevious: 'zero',
      authSecretPreviousExpires: '2026-11-21T13:00:00+01:00',
    })
    expect(shown(config)).toMatchObject({ authSecretPreviousSet: true, authSecretPreviousExpires: LATER })
  })

  it('should neither start nor be extended by a new secret alone', () => {
    expect(shown(change(create(generic), { authSecret: 'second' })).authSecretPreviousSet).toBe(false)
    const rotated = change(create(generic), { authSecret: 'second', authSecretPreviousExpires: LATER })
    expect(change(rotated, { authSecret: 'third' }).auth).toMatchObject({
      previous: (rotated.auth as { previous: unknown }).previous,
    })
  })
})

describe('newlyBoundKey', () => {
  it('should name the key only if it is set or changed', () => {
    const [open, first, second] = [create({}), bind('k1'), bind('k2')]
    expect([newlyBoundKey(undefined, first), newlyBoundKey(open, first), newlyBoundKey(first, second)]).toEqual([
      'k1',
      'k1',
      'k2',
    ])
    expect([newlyBoundKey(first, { ...first, name: 'x' }), newlyBoundKey(first, open)]).toEqual([undefined, undefined])
  })
})

// Helpers

function create(body: object, secretKeys: typeof keys | null = keys ?? null): WebhookConfig {
  return readNewConfig({ id: 'hook', ...body }, { ...toolsWith(secretKeys), newId: () => 'x', user: 'ann' })
}

function bind(apiKeyId: string): WebhookConfig {
  return create({ authMode: 'api_key', apiKeyId })
}

function change(config: WebhookConfig, body: object, secretKeys: typeof keys | null = keys ?? null): WebhookConfig {
  return mergeConfig(config, body, toolsWith(secretKeys))
}

/** @param secretKeys `null` = the server has no SECRET_KEY */
function toolsWith(secretKeys: typeof keys | null) {
  return { keys: secretKeys ?? undefined, newNonce: () => new Uint8Array(12), now: NOW }
}

function shown(config: WebhookConfig) {
  return showConfig(config, keys)
}
