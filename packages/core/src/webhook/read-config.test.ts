import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.js'
import { OpsgraphError } from '../opsgraph-error.js'
import { deriveSecretKeys } from '../secret/secret.js'
import { mergeConfig, readNewConfig } from './read-config.js'

const tools = { keys: undefined, newNonce: () => new Uint8Array(12), newId: () => 'made-up', user: 'ann', now: at(0) }
const mappings = {
  resource: 'host',
  event: 'check',
  environment: 'env',
  type: 'kind',
  text: 'message',
  severity: 'level',
}

describe('a new configuration', () => {
  it('should be disabled, open and empty by default', () => {
    expect(readNewConfig({}, tools)).toEqual({
      id: 'made-up',
      name: 'made-up',
      description: '',
      sourceId: '',
      createdBy: 'ann',
      enabled: false,
      fieldMappings: {},
      defaultValues: {},
      arrayPath: '',
      payloadFormat: 'json',
      base64Fields: [],
      jsonFields: [],
      testPayloads: null,
      timezone: 'UTC',
      auth: { mode: 'none' },
      deduplication: null,
      expectEvery: null,
      expectSeverity: 'major',
      createTime: at(0),
      updateTime: at(0),
    })
  })

  it('should have the fields that were sent', () => {
    const body = {
      id: 'My_hook-1',
      name: ' Hook ',
      description: 'd',
      sourceId: 's',
      enabled: true,
      fieldMappings: { ...mappings, text: '{{ a template }}' },
      defaultValues: { origin: 'o' },
      arrayPath: ' alerts ',
      payloadFormat: 'form',
      jsonFields: ['message', 'items[].data'],
      testPayloads: { operator: 'AND', clauses: [{ key: 'type', op: '=', value: 'test' }] },
      timezone: 'America/New_York',
      deduplication: { header: 'X-Id', ttlSeconds: 60 },
    }
    expect(readNewConfig(body, tools)).toMatchObject({ ...body, name: 'Hook', arrayPath: 'alerts' })
  })

  it.each(['a b', 'ä', 'a/b', '', 'a.b', '../x'])('should not have the id %j', (id) => {
    expect(() => readNewConfig({ id }, tools)).toThrow('id must be of letters, digits, - and _')
  })

  it('should ignore fields that the server sets, histories included', () => {
    const own = {
      createdBy: 'mallory',
      createTime: 'x',
      updateTime: 'x',
      authSecretSet: true,
      authSecretPlaintext: 'x',
      authSecretStale: true,
      authSecretPreviousSet: true,
      payloadHistory: [{}],
      errorHistory: [{}],
      payloadHistoryCount: 9,
      lastPayloadAt: 'x',
      errorHistoryCount: 9,
      lastErrorAt: 'x',
    }
    expect(readNewConfig(own, tools)).toEqual(readNewConfig({}, tools))
  })

  it.each<[unknown, string]>([
    [[], 'the body must be an object'],
    [{ naem: 'x' }, 'unknown fields: naem'],
    [{ name: 5 }, 'name must be a string'],
    [{ name: 'x'.repeat(LIMITS.name + 1) }, 'name is longer than 255 characters'],
    [{ id: 'x'.repeat(LIMITS.name + 1) }, 'id is longer than 255 characters'],
    [{ enabled: 'true' }, 'enabled must be true or false'],
    [{ fieldMappings: [] }, 'fieldMappings must be an object'],
    [{ defaultValues: 'x' }, 'defaultValues must be an object'],
    [{ timezone: 'Berlin' }, 'timezone must be the IANA name of a time zone, such as Europe/Berlin'],
    [{ timezone: '+02:00' }, 'timezone must be the IANA name'],
    [{ timezone: 2 }, 'timezone must be a string'],
    [{ arrayPath: 5 }, 'arrayPath must be a string'],
    [{ description: 'a\u0000' }, 'description contains the character U+0000'],
    [{ authMode: 'oauth' }, 'authMode must be one of none, header, api_key'],
    [{ fieldMappings: { resource: [] } }, 'Invalid field mappings: fieldMappings.resource must be a path'],
    [{ arrayPath: 'a..b' }, 'Invalid field mappings: arrayPath is not a payload path'],
    [{ deduplication: { ttlSeconds: 5 } }, 'deduplication needs either header or path'],
    [{ deduplication: { header: 'a', path: 'b', ttlSeconds: 5 } }, 'deduplication needs either header or path'],
    [{ deduplication: { header: 'a' } }, 'deduplication.ttlSeconds must be a whole number from 1 to 604800'],
    [{ deduplication: { header: 'a', ttlSeconds: 1.5 } }, 'deduplication.ttlSeconds must be'],
    [{ deduplication: { header: 'a', ttlSeconds: 604_801 } }, 'deduplication.ttlSeconds must be'],
    [{ deduplication: { header: 'X Id', ttlSeconds: 5 } }, 'deduplication.header is no name of a header'],
    [{ deduplication: { path: 'a[]', ttlSeconds: 5 } }, 'deduplication.path must lead to one value'],
    [{ deduplication: { path: 'a..', ttlSeconds: 5 } }, 'deduplication.path is not a payload path'],
    [{ deduplication: { header: 'a', ttlSeconds: 5, ttl: 1 } }, 'unknown fields: deduplication.ttl'],
  ])('should be refused as %.60j', (body, message) => {
    expect(() => readNewConfig(body, tools)).toThrow(message)
  })

  it('should carry every fault of its mapping with its path', () => {
    const error = thrownBy(() => readNewConfig({ fieldMappings: { text: {}, event: [] } }, tools))
    expect(error.issues.map(({ path }) => path)).toEqual(['fieldMappings.event', 'fieldMappings.text'])
  })
})

describe('enabling', () => {
  it('should need a mapping or a default value for each required field', () => {
    expect(() =>
      readNewConfig({ enabled: true, fieldMappings: { resource: 'a' }, defaultValues: { text: ' ' } }, tools),
    ).toThrow('Invalid field mappings: Missing required alert columns: event, environment, type, text, severity')
    expect(readNewConfig({ enabled: true, fieldMappings: mappings }, tools).enabled).toBe(true)
  })

  it('should be checked after merging', () => {
    const disabled = readNewConfig({ fieldMappings: mappings }, tools)
    const enabled = mergeConfig(disabled, { enabled: true }, tools)
    expect(enabled.enabled).toBe(true)
    expect(() => mergeConfig(enabled, { fieldMappings: {} }, tools)).toThrow('Missing required alert columns')
    expect(mergeConfig(enabled, { fieldMappings: {}, enabled: false }, tools).fieldMappings).toEqual({})
  })
})

describe('a change', () => {
  const stored = readNewConfig(
    { id: 'a', name: 'n', description: 'd', fieldMappings: mappings, defaultValues: { origin: 'o' }, arrayPath: 'x' },
    tools,
  )

  it('should keep fields that are not sent', () => {
    expect(mergeConfig(stored, {}, { ...tools, now: at(1) })).toEqual({ ...stored, updateTime: at(1) })
    expect(mergeConfig(stored, { description: null, fieldMappings: null }, tools)).toEqual(stored)
  })

  it('should replace mappings and default values as a whole', () => {
    const merged = mergeConfig(stored, { fieldMappings: { value: 'v' }, defaultValues: { text: 't' } }, tools)
    expect([merged.fieldMappings, merged.defaultValues]).toEqual([{ value: 'v' }, { text: 't' }])
  })

  it('should clear fields that are sent empty, except the name', () => {
    expect(mergeConfig(stored, { description: '', arrayPath: '', name: '' }, tools)).toMatchObject({
      description: '',
      arrayPath: '',
      name: 'n',
    })
  })

  it('should not change the id', () => {
    expect(mergeConfig(stored, { id: 'a' }, tools).id).toBe('a')
    expect(() => mergeConfig(stored, { id: 'b' }, tools)).toThrow('id cannot be changed')
  })

  it('should keep, replace and turn off the deduplication', () => {
    const known = mergeConfig(stored, { deduplication: { path: 'event.id', ttlSeconds: 60 } }, tools)
    expect(mergeConfig(known, {}, tools).deduplication).toEqual({ path: 'event.id', ttlSeconds: 60 })
    expect(mergeConfig(known, { deduplication: null }, tools).deduplication).toBeNull()
  })
})

describe('how payloads are read', () => {
  const stored = readNewConfig(
    { payloadFormat: 'form', jsonFields: [' a '], testPayloads: { clauses: [{ key: 'a', op: '=', value: 1 }] } },
    tools,
  )

  it('should stay as it is unless it is sent', () => {
    const { payloadFormat, jsonFields, testPayloads } = mergeConfig(stored, { payloadFormat: null }, tools)
    expect([payloadFormat, jsonFields]).toEqual(['form', ['a']])
    expect(testPayloads).toEqual({ operator: 'AND', clauses: [{ key: 'a', op: '=', value: 1 }] })
  })

  it.each([null, {}, { clauses: [] }])('should name no tests with the filter %j', (testPayloads) => {
    expect(mergeConfig(stored, { testPayloads }, tools).testPayloads).toBeNull()
  })

  it('should be replaced by what is sent', () => {
    const changed = mergeConfig(stored, { payloadFormat: 'json', jsonFields: [] }, tools)
    expect([changed.payloadFormat, changed.jsonFields]).toEqual(['json', []])
  })

  it.each([
    [{ payloadFormat: 'xml' }, 'payloadFormat must be one of json, lenient, form, query'],
    [{ payloadFormat: 5 }, 'payloadFormat must be one of json, lenient, form, query'],
    [{ base64Fields: [5] }, 'base64Fields[0] must be a string'],
    [{ base64Fields: ['a..b'] }, 'Invalid field mappings: base64Fields[0] is not a payload path'],
    [{ jsonFields: 'a' }, 'jsonFields must be a list'],
    [{ jsonFields: ['a', 5] }, 'jsonFields[1] must be a string'],
    [{ jsonFields: ['a..b'] }, 'Invalid field mappings: jsonFields[0] is not a payload path'],
    [{ testPayloads: 'test' }, 'testPayloads must be an object'],
    [{ testPayloads: { clauses: [{ key: 'a', op: 'is', value: 1 }] } }, 'testPayloads.clauses[0].op must be one of'],
  ])('should not be %j', (body, message) => {
    expect(() => mergeConfig(stored, body, tools)).toThrow(message)
  })
})

describe('the payloadFormat query', () => {
  const keyed = { ...tools, keys: deriveSecretKeys('server key') }
  const secret = { authMode: 'header', authHeaderName: 'X-Token', authSecret: 'a secret of enough length' }

  it.each([{ authMode: 'none' }, { authMode: 'api_key', apiKeyId: 'k' }, secret])(
    'should be possible with %j',
    (auth) => {
      expect(readNewConfig({ payloadFormat: 'query', ...auth }, keyed).payloadFormat).toBe('query')
    },
  )

  it('should be refused with a signature, which does not cover the query, whichever of the two comes last', () => {
    const message = 'payloadFormat query cannot be used with the authHeaderScheme generic'
    const signed = readNewConfig({ ...secret, authHeaderScheme: 'generic' }, keyed)
    expect(() => mergeConfig(signed, { payloadFormat: 'query' }, keyed)).toThrow(message)
    const query = readNewConfig({ ...secret, payloadFormat: 'query' }, keyed)
    expect(() => mergeConfig(query, { authHeaderScheme: 'generic', authSecret: 'another long secret' }, keyed)).toThrow(
      message,
    )
  })
})

// Helpers

function at(minute: number): string {
  return new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString()
}

function thrownBy(action: () => unknown): OpsgraphError {
  try {
    action()
  } catch (error) {
    if (error instanceof OpsgraphError) return error
  }
  throw new Error('nothing was refused')
}
