import { describe, expect, it } from 'vitest'
import { TRIED_CONFIG, TRIED_PAYLOAD, tryWebhook } from '../../test/try-webhook.js'

describe('a webhook config in a file', () => {
  it('should show every fault of a mapping with its position', async () => {
    const text =
      '{"webhook_config": {\n "fieldMappings": {"hsot": "x",\n  "attributes": {"a.b": []}},\n "arrayPath": "a[].b"}}'
    const { printed, status } = await tryWebhook(text, TRIED_PAYLOAD)
    expect(status).toBe(1)
    expect(printed).toEqual([
      expect.stringMatching(/c\.json:2:28: error unknownField: fieldMappings\.hsot is not a field of alerts$/),
      expect.stringMatching(/c\.json:4:15: error invalidArrayPath: arrayPath must end with its list$/),
      '',
      'no alerts would be created',
    ])
    const deeper = await tryWebhook(text.replace('"hsot": "x",', '').replace('a[].b', 'a'), TRIED_PAYLOAD)
    expect(deeper.printed[0]).toMatch(
      /c\.json:3:25: error invalidMapping: fieldMappings\.attributes\.a\.b must be a path, /,
    )
  })

  it.each([
    ['a misspelled field', { fieldMapping: {} }, 'unknown fields: fieldMapping'],
    [
      'a misspelled scheme',
      { authMode: 'header', authHeaderScheme: 'hubb' },
      'authHeaderScheme must be one of static, generic, sha512, base64, list, hub, chat, standard',
    ],
    ['a wrong boolean', { enabled: 'yes' }, 'enabled must be true or false'],
    ['a wrong id', { id: 'a b' }, 'id must be of letters, digits, - and _'],
    ['a list', [], 'the body must be an object'],
    ['null', null, 'the body must be an object'],
    ['a wrong arrayPath', { arrayPath: 5 }, 'arrayPath must be a string'],
  ])('should refuse the same configs as a server: %s', async (_, config, message) => {
    const { printed, status } = await tryWebhook(config, TRIED_PAYLOAD)
    expect({ status, printed }).toEqual({
      status: 1,
      printed: [expect.stringMatching(/c\.json:1:\d+: error \w+: /), '', 'no alerts would be created'],
    })
    const shown = message.replace(/^unknown fields: (.+)$/, '$1 is not a known field')
    expect(printed[0]).toContain(shown)
    const json = await tryWebhook(config, TRIED_PAYLOAD, ['--json'])
    expect(json).toMatchObject({ status: 1, noted: [] })
    expect(JSON.parse(json.text)).toEqual({
      status: 'error',
      code: 400,
      message,
      errors: [expect.objectContaining({ message: shown })],
      requestId: '',
    })
  })

  it('should escape control characters of a config', async () => {
    const { printed } = await tryWebhook({ 'x\u001b[2J': 1 }, TRIED_PAYLOAD)
    expect(printed[0]).toMatch(/error unknownField: x\\u\{1b\}\[2J is not a known field$/)
  })

  it('should never show a secret of a config', async () => {
    const secrets = { authSecret: 'topsecret-1', authSecretPrevious: 'topsecret-2', authSecretPlaintext: 'topsecret-3' }
    const header = { authMode: 'header', authHeaderScheme: 'generic', authHeaderName: 'X-Sig', ...secrets }
    const rotated = { ...header, authSecretPreviousExpires: '2026-12-01T00:00:00Z' }
    for (const [config, status] of [
      [{ ...TRIED_CONFIG, ...rotated }, 0],
      [{ webhook_config: { ...TRIED_CONFIG, ...rotated, authSecretSet: true, payloadHistory: [] } }, 0],
      [{ ...TRIED_CONFIG, ...header }, 1],
      [{ ...TRIED_CONFIG, ...rotated, authHeaderScheme: 'standard' }, 1],
      [{ ...TRIED_CONFIG, ...rotated, authMode: 'none' }, 1],
      [{ ...TRIED_CONFIG, ...rotated, arrayPath: '[' }, 1],
    ] as const) {
      for (const flags of [[], ['--json']]) {
        const result = await tryWebhook(config, TRIED_PAYLOAD, flags)
        expect(result.status).toBe(status)
        expect([result.text, ...result.noted].join('\n')).not.toContain('topsecret')
      }
    }
  })

  it('should accept a config with a missing or masked secret, and an answer of a server', async () => {
    const header = { ...TRIED_CONFIG, authMode: 'header', authHeaderScheme: 'standard' }
    const rotating = { authSecretPreviousSet: true, authSecretPreviousExpires: '2026-12-01T00:00:00.000Z' }
    for (const config of [
      header,
      { ...header, authSecret: '******' },
      { webhook_config: { ...header, ...rotating } },
    ]) {
      expect(await tryWebhook(config, TRIED_PAYLOAD)).toMatchObject({ status: 0 })
    }
  })
})
