import { describe, expect, it } from 'vitest'
import { OpsgraphError } from '../opsgraph-error.js'
import { deriveSecretKeys } from '../secret/secret.js'
import { withoutPauses } from '../steps.js'
import { mergeConfig, readNewConfig } from './read-config.js'
import { readNewWebhook } from './read-webhook.js'
import { webhookFacts } from './show-config.js'
import { readUnsaved } from './unsaved-webhook.js'
import { WEBHOOK, type WebhookConfig } from './webhook-config.js'

const now = '2026-01-01T00:00:00.000Z'
const keys = deriveSecretKeys('server key')
const tools = { keys, newNonce: () => new Uint8Array(12), newId: () => 'made-up', user: 'ann', now }
const mapped = { resource: 'h', event: 'e', environment: 'n', type: 't', text: 'x', severity: 's' }
const body = {
  id: 'probe',
  name: 'Probe',
  description: 'd',
  sourceId: 's',
  enabled: true,
  fieldMappings: mapped,
  defaultValues: { origin: 'o' },
  arrayPath: 'alerts',
  payloadFormat: 'form',
  base64Fields: ['b'],
  jsonFields: ['j'],
  testPayloads: { clauses: [{ key: 'a', op: '=', value: 1 }] },
  timezone: 'Europe/Berlin',
  deduplication: { header: 'X-Id', ttlSeconds: 60 },
  expectEvery: 3600,
  expectSeverity: 'minor',
  authMode: 'header',
  authHeaderScheme: 'generic',
  authHeaderName: 'X-Signature',
  authSecret: 'first-of-the-secrets',
  authSecretPrevious: 'other-of-the-secrets',
  authSecretPreviousExpires: '2026-02-01T00:00:00Z',
}
const stored = readNewConfig(body, tools)

/** A value of a wrong type for each field, with the path and the text of the fault. */
const WRONG: Readonly<Record<string, readonly [unknown, string]>> = {
  id: [7, 'id must be a string'],
  name: [7, 'name must be a string'],
  description: [7, 'description must be a string'],
  sourceId: [7, 'sourceId must be a string'],
  enabled: ['yes', 'enabled must be true or false'],
  fieldMappings: [[], 'fieldMappings must be an object'],
  defaultValues: ['x', 'defaultValues must be an object'],
  arrayPath: [7, 'arrayPath must be a string'],
  payloadFormat: ['xml', 'payloadFormat must be one of json, lenient, form, query'],
  base64Fields: ['b', 'base64Fields must be a list'],
  jsonFields: [{}, 'jsonFields must be a list'],
  testPayloads: ['test', 'testPayloads must be an object'],
  timezone: ['Berlin', 'timezone must be the IANA name of a time zone, such as Europe/Berlin'],
  deduplication: ['X-Id', 'deduplication must be an object'],
  expectEvery: ['1 h', 'expectEvery must be null, or a whole number of seconds from 60 to 604800'],
  expectSeverity: [
    'ok',
    'expectSeverity must be one of security, critical, major, minor, warning, indeterminate, informational, debug, trace, unknown',
  ],
  authMode: ['oauth', 'authMode must be one of none, header, api_key'],
  authHeaderScheme: [
    'md5',
    'authHeaderScheme must be one of static, generic, sha512, base64, list, hub, chat, standard',
  ],
  authHeaderName: [7, 'authHeaderName must be a string'],
  authSecret: [7, 'authSecret must be a string'],
  authSecretPrevious: [7, 'authSecretPrevious must be a string'],
  authSecretPreviousExpires: [
    'soon',
    'authSecretPreviousExpires must be a time in ISO 8601, such as 2030-01-31T02:00:00Z',
  ],
  apiKeyId: [7, 'apiKeyId must be a string'],
  policies: ['drop', 'policies must be a list'],
}

/** The fields in which `null` removes the stored value. */
const NULL_IS_A_VALUE: Readonly<Record<string, Partial<WebhookConfig>>> = {
  testPayloads: { testPayloads: null },
  deduplication: { deduplication: null },
  expectEvery: { expectEvery: null },
  authSecretPreviousExpires: { auth: { ...stored.auth, previous: null } as WebhookConfig['auth'] },
}

describe('a field of a webhook', () => {
  it('should be in the table of wrong values', () => {
    expect(Object.keys(WRONG).toSorted()).toEqual(WEBHOOK.sentNames.toSorted())
  })

  it.each(WEBHOOK.sentNames)(
    '%s should keep its value if it is missing, and if it is null and null is no value',
    (name) => {
      expect(mergeConfig(stored, {}, tools)).toEqual(stored)
      expect(mergeConfig(stored, { [name]: undefined }, tools)).toEqual(stored)
      expect(mergeConfig(stored, { [name]: null }, tools)).toEqual({ ...stored, ...NULL_IS_A_VALUE[name] })
    },
  )

  it.each(WEBHOOK.sentNames)('%s should have its default in a new webhook, missing or null', (name) => {
    const plain = readNewConfig({}, tools)
    expect(readNewConfig({ [name]: null }, tools)).toEqual(plain)
    expect(readNewConfig({ [name]: undefined }, tools)).toEqual(plain)
  })

  it.each(Object.entries(WRONG))('%s should be refused with a wrong value, with its path', (name, [value, message]) => {
    const error = thrownBy(() => readNewWebhook({ ...body, [name]: value }, tools))
    const code = name === 'policies' ? 'invalidPolicy' : 'invalidField'
    expect(error.issues).toEqual([{ code, path: name, message }])
  })
})

describe('the faults of a webhook', () => {
  it('should all be named at once, those of its mapping and of its policies too', () => {
    const wrong = Object.fromEntries(Object.entries(WRONG).map(([name, [value]]) => [name, value]))
    const sent = { ...wrong, fieldMappings: { text: {} }, policies: [{ name: 'x' }], nmae: 'x' }
    const { issues, message } = thrownBy(() => readNewWebhook(sent, tools))
    const fields = Object.keys(WRONG).filter((name) => !['fieldMappings', 'policies'].includes(name))
    expect(issues.map(({ path }) => path).toSorted()).toEqual(
      [...fields, 'fieldMappings.text', 'nmae', 'policies[0].actions', 'policies[0].description'].toSorted(),
    )
    expect(issues.find(({ path }) => path === 'nmae')?.code).toBe('unknownField')
    expect(issues.find(({ path }) => path === 'fieldMappings.text')?.code).toBe('invalidMapping')
    expect(message).toMatch(
      /^unknown fields: nmae \(and 22 more\); Invalid field mappings: .*; Invalid alert policies: /,
    )
  })

  it('should include every fault of its authentication', () => {
    const auth = { authMode: 'header', authSecretPrevious: ' ' }
    const { issues } = thrownBy(() => readNewConfig({ ...auth, enabled: true, defaultValues: mapped, naem: 1 }, tools))
    expect(issues.map(({ path }) => path)).toEqual([
      'naem',
      'authHeaderName',
      'authSecret',
      'authSecretPrevious',
      'authSecretPreviousExpires',
    ])
  })

  it('should name each required field of alerts without a source', () => {
    const { issues } = thrownBy(() =>
      readNewConfig({ enabled: true, name: 7, defaultValues: mapped, fieldMappings: {} }, tools),
    )
    expect(issues.map(({ path }) => path)).toEqual(['name'])
    const { text, event, ...rest } = mapped
    expect(thrownBy(() => readNewConfig({ enabled: true, name: 7, fieldMappings: rest }, tools)).issues).toMatchObject([
      { path: 'name' },
      { code: 'missingField', path: 'fieldMappings.event' },
      { code: 'missingField', path: 'fieldMappings.text' },
    ])
  })

  it('should be few, and soon found, in a body of very many unknown fields', () => {
    const unknown = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`${index}.${'x'.repeat(200)}`, 1]))
    expect(thrownBy(() => readNewConfig(unknown, tools)).issues).toHaveLength(10_000)
    expect(
      thrownBy(() => readNewConfig({ ['x'.repeat(500)]: 1, '': 1, '.a': 1, '[0]': 1 }, tools)).issues,
    ).toHaveLength(4)
  })

  it('should not contain a secret', () => {
    const secret = 'a-secret-that-nobody-may-read'
    const bodies: readonly object[] = [
      { authMode: 'header', authSecret: `${secret} ` },
      { authMode: 'header', authSecret: [secret] },
      { authMode: 'header', authSecret: { secret } },
      { authMode: 'none', authSecret: secret, authSecretPrevious: secret },
      { ...body, authSecret: `${secret}\u0000` },
      { ...body, authHeaderScheme: 'static', authSecret: ` ${secret}`, authSecretPrevious: secret.repeat(100) },
    ]
    for (const sent of bodies) {
      const { issues, message } = thrownBy(() => readNewWebhook(sent, tools))
      expect(JSON.stringify([issues, message])).not.toContain(secret)
    }
  })
})

describe('the facts for the audit trail', () => {
  it('should be the fields that a body sets, without secrets', () => {
    const facts = webhookFacts(stored)
    const names = WEBHOOK.sentNames.filter((name) => name !== 'id' && name !== 'policies')
    expect(Object.keys(facts).toSorted()).toEqual(names.toSorted())
    expect(facts).toMatchObject({ authSecret: 'set', authSecretPrevious: 'set', authHeaderName: 'X-Signature' })
    expect(JSON.stringify(facts)).not.toContain('of-the-secrets')
  })
})

describe('an unsaved webhook', () => {
  it('should have all its faults named at once', () => {
    const draft = { config: { name: 7, arrayPath: 'a..b' }, payload: 5, policies: [{ name: 'x' }], more: 1 }
    const { issues, message } = thrownBy(() => unsaved(draft))
    expect(issues.map(({ path }) => path)).toEqual([
      'more',
      'name',
      'arrayPath',
      'policies[0].description',
      'policies[0].actions',
    ])
    expect(message).toContain('unknown fields: more; name must be a string; Invalid field mappings: arrayPath')
  })

  it('should be refused as its fields are missing or wrong', () => {
    expect(thrownBy(() => unsaved({ policies: null })).issues).toMatchObject([
      { code: 'invalidField', path: 'config', message: 'config must be an object' },
      { code: 'missingField', path: 'payload', message: 'payload is required' },
    ])
    expect(thrownBy(() => unsaved({ config: [], payload: null, policies: 5 })).issues).toMatchObject([
      { path: 'config', message: 'config must be an object' },
      { path: 'payload', message: 'payload is required' },
      { path: 'policies', message: 'policies must be a list' },
    ])
    expect(thrownBy(() => unsaved([])).message).toBe('the body must be an object')
  })

  it('should need neither authentication nor a complete mapping', () => {
    const draft = { config: { authMode: 'api_key', enabled: true, authSecret: 5 }, payload: { a: 1 }, policies: null }
    expect(unsaved(draft)).toMatchObject({ config: { enabled: false }, payload: { a: 1 }, unsaved: [], isNamed: false })
    expect(unsaved({ ...draft, config: { id: 'w' } }).isNamed).toBe(true)
  })
})

// Helpers

function unsaved(draft: unknown) {
  return withoutPauses(readUnsaved(draft, tools, (payload) => payload as { readonly a: number }))
}

function thrownBy(action: () => unknown): OpsgraphError {
  try {
    action()
  } catch (error) {
    if (error instanceof OpsgraphError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
