import { describe, expect, it } from 'vitest'
import { buildBody, createDraft, readConfig, setField } from './webhook-draft.js'

describe('a webhook draft', () => {
  it('should keep fields that the form does not know if another field changes', () => {
    const draft = { text: '{"fieldMappings": {"text": {"odd": 1}}, "later": [1]}', secrets: {} }
    expect(readConfig(setField(draft, 'name', 'Checks'))).toEqual({
      fieldMappings: { text: { odd: 1 } },
      later: [1],
      name: 'Checks',
    })
  })

  it('should not show a secret in its text, but send it', () => {
    const draft = { ...createDraft({ id: 'checks' }), secrets: { authSecret: 's3cret' } }
    expect(setField(draft, 'name', 'Checks').text).not.toContain('s3cret')
    expect(buildBody(draft)).toMatchObject({ id: 'checks', authSecret: 's3cret' })
  })

  it('should reset fields that the text leaves out, except the authentication', () => {
    expect(buildBody(createDraft({ name: 'Checks' }))).toEqual({
      name: 'Checks',
      description: '',
      sourceId: '',
      enabled: false,
      arrayPath: '',
      fieldMappings: {},
      defaultValues: {},
      payloadFormat: 'json',
      base64Fields: [],
      jsonFields: [],
      testPayloads: null,
      timezone: 'UTC',
      deduplication: null,
      expectEvery: null,
      expectSeverity: 'major',
    })
  })

  it('should say why a text cannot be sent', () => {
    expect(() => buildBody({ text: '{', secrets: {} })).toThrow('cannot be read')
    expect(() => buildBody({ text: '[]', secrets: {} })).toThrow('must be an object')
  })
})
