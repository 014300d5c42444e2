import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { curlLine, readWebhookUrl } from './curl-line.js'

const URL = 'http://127.0.0.1:8080/api/webhooks/custom/shop'

const BODY = Buffer.from('{"id": 1}')

describe('curlLine', () => {
  it('should not quote plain words', () => {
    expect(curlLine({ url: URL, headers: [['webhook-id', 'msg_1']], body: BODY, path: 'a/b.json' })).toBe(
      `curl -H 'Content-Type: application/json' -H 'webhook-id: msg_1' --data-binary @a/b.json ${URL}`,
    )
  })

  it('should quote words with any characters for the shell', () => {
    const hostile = `it's "$(touch x)" \`y\` \\ ; & | * ~ ! # <>`
    const url = readWebhookUrl('--curl', `${URL}?a=${hostile}&b=[1]`)
    const line = curlLine({ url, headers: [['X-Sig', hostile]], body: BODY, path: hostile })
    const output = execFileSync('sh', ['-c', line.replace(/^curl/, `printf '%s\\n'`)], { encoding: 'utf8' })
    const headers = ['-H', 'Content-Type: application/json', '-H', `X-Sig: ${hostile}`]
    expect(output.split('\n')).toEqual(['--globoff', ...headers, '--data-binary', `@${hostile}`, url, ''])
  })
})

describe('readWebhookUrl', () => {
  it.each(['', 'shop', 'file:///etc/passwd', '-o', 'javascript:1'])('should refuse %j', (text) => {
    expect(() => readWebhookUrl('--curl', text)).toThrow('--curl must be the URL of a webhook')
  })
})
