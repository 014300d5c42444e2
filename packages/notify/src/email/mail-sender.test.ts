import { describe, expect, it } from 'vitest'
import { faultOfRecipients, readRecipients } from './mail-sender.js'

describe('readRecipients', () => {
  it.each([
    ['mailto:a@example.org', ['a@example.org']],
    ['MAILTO:a@example.org,b.c+d@mail.example.org', ['a@example.org', 'b.c+d@mail.example.org']],
    ["mailto:o'neil_x@localhost", ["o'neil_x@localhost"]],
  ])('should read %s', (url, recipients) => {
    expect(readRecipients(url)).toEqual(recipients)
    expect(faultOfRecipients(url)).toBeUndefined()
  })

  it.each([
    '',
    'a@example.org',
    'mailto:',
    'mailto:a',
    'mailto:a@',
    'mailto:@example.org',
    'mailto:a@example.org,',
    'mailto:a@example.org, b@example.org',
    'mailto:a@example.org;b@example.org',
    'mailto:a@example.org?cc=b@example.org',
    'mailto:a@example.org?subject=x',
    'mailto:a%40example.org',
    'mailto:a@example.org%0d%0aBcc:b@example.org',
    'mailto:a@example.org\r\nBcc: b@example.org',
    'mailto:a@example.org\n',
    'mailto:"a b"@example.org',
    'mailto:<a@example.org>',
    'mailto:a@b@example.org',
    'mailto:-f@example.org',
    'mailto:|sh@example.org',
    'mailto:a..b@example.org',
    'mailto:.a@example.org',
    'mailto:a@-example.org',
    'mailto:a@example..org',
    'mailto://a@example.org',
    `mailto:${'a'.repeat(65)}@example.org`,
    `mailto:a@${'b'.repeat(64)}.org`,
    `mailto:${new Array(51).fill('a@example.org').join(',')}`,
  ])('should refuse %j', (url) => {
    expect(readRecipients(url)).toBeUndefined()
    expect(faultOfRecipients(url)).toMatch(/^must be mailto: and at most 50 addresses/)
  })
})
