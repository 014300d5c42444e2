import { describe, expect, it } from 'vitest'
import { TRIED_CONFIG, TRIED_PAYLOAD, tryWebhook } from '../../test/try-webhook.js'

describe('a payload in a file', () => {
  it.each([
    ['nothing', '', /p\.json: error: The body is empty$/],
    ['invalid JSON', '{"a": 1,\n "b" 2}', /p\.json:2:6: error: Invalid JSON at line \d+, column \d+$/],
    ['a number', '5', /p\.json: error: The body must be a JSON object or list$/],
    [
      'UTF-16',
      Buffer.from('\ufeff{}', 'utf16le'),
      /p\.json: error: Invalid JSON: the body is not UTF-8: send it in UTF-8/,
    ],
    [
      '300 KB',
      `{"a":"${'x'.repeat(300_000)}"}`,
      /p\.json: error: the payload has 300,008 bytes, more than the 262,144 bytes/,
    ],
    ['256 KiB of brackets', '['.repeat(262_144), /p\.json:1:262145: error: Invalid JSON at line \d+, column \d+$/],
  ])('should refuse a payload of %s like a server', async (_, payload, line) => {
    const { printed, status } = await tryWebhook(TRIED_CONFIG, payload)
    expect(status).toBe(1)
    expect(printed).toEqual([expect.stringMatching(line), '', 'no alerts would be created'])
  })

  it.each([
    ['a form', { jsonFields: ['alerts'] }, 'alerts=%5B%7B%22host%22%3A%22web%22%7D%5D\n'],
    ['a form with the field payload', {}, 'token=x&payload=%7B%22alerts%22%3A%5B%7B%22host%22%3A%22web%22%7D%5D%7D'],
    ['the JSON that a history shows of a form', {}, { alerts: [{ host: 'web' }] }],
  ])('should be %s if the webhook receives forms', async (_, config, payload) => {
    const tried = await tryWebhook({ ...TRIED_CONFIG, payloadFormat: 'form', ...config }, payload)
    expect(tried.printed[0]).toBe('alert 1 of 1, from alerts[0]: would be created')
    expect(tried.printed[1]).toMatch(/resource +"web" +alerts\[0\]\.host$/)
  })

  it.each([
    ['lenient', "{'alerts': [{'host': 'web',}]} // the end"],
    ['form', '--X\r\nContent-Disposition: form-data; name="payload"\r\n\r\n{"alerts":[{"host":"web"}]}\r\n--X--\r\n'],
    ['query', '?payload=%7B%22alerts%22%3A%5B%7B%22host%22%3A%22web%22%7D%5D%7D&api-key=x'],
  ])('should give what a server reads from a file in the format %s', async (payloadFormat, payload) => {
    const tried = await tryWebhook({ ...TRIED_CONFIG, payloadFormat }, payload)
    expect(tried.printed[0]).toBe('alert 1 of 1, from alerts[0]: would be created')
  })

  it('should refuse a form that is not UTF-8', async () => {
    const { printed, status } = await tryWebhook({ ...TRIED_CONFIG, payloadFormat: 'form' }, 'host=%FF')
    expect(status).toBe(1)
    expect(printed[0]).toMatch(/p\.json: error: Invalid form: a field is not UTF-8$/)
  })

  it('should show the faults of both files together', async () => {
    const { printed } = await tryWebhook('{', '[')
    expect(printed.slice(0, 2)).toEqual([
      expect.stringMatching(/c\.json:1:2: error: the file is not valid JSON$/),
      expect.stringMatching(/p\.json:1:2: error: Invalid JSON at line \d+, column \d+$/),
    ])
    expect((await tryWebhook('', TRIED_PAYLOAD)).printed[0]).toMatch(/c\.json:1:1: error: the file is empty$/)
    expect((await tryWebhook(' '.repeat(1_048_577), TRIED_PAYLOAD)).printed[0]).toMatch(
      /error: the webhook config is larger than 1 MiB$/,
    )
  })
})
