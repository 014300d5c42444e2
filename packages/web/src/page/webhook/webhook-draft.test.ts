import { describe, expect, it } from 'vitest'
import { buildWebhook, createWebhookDraft, readConfig, setField } from './webhook-draft.js'

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
    const draft = { ...createWebhookDraft({ id: 'checks' }), secrets: { authSecret: 's3cret' } }
    expect(setField(draft, 'name', 'Checks').text).not.toContain('s3cret')
    expect(buildWebhook(draft)).toMatchObject({ id: 'checks', authSecret: 's3cret' })
  })

  it('should reset fields that the text leaves out, except the authentication', () => {
    expect(buildWebhook(createWebhookDraft({ name: 'Checks' }))).toEqual({
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
    expect(() => buildWebhook({ text: '{', secrets: {} })).toThrow('cannot be read')
    expect(() => buildWebhook({ text: '[]', secrets: {} })).toThrow('must be an object')
  })
})
