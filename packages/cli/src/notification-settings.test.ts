import { describe, expect, it } from 'vitest'
import { UsageError } from './faults.js'
import type { Environment } from './setting-reader.js'
import { readSettings } from './settings.js'

const SMTP = { SMTP_URL: 'smtps://ops:pa%40ss@mail.example.org:465', SMTP_FROM: 'opsgraph@example.org' }

describe('readSettings', () => {
  it.each<[Environment, unknown]>([
    [{}, { allow: [], smtp: undefined }],
    [
      { SUBSCRIPTION_ALLOW: '', SMTP_URL: '', SMTP_FROM: '' },
      { allow: [], smtp: undefined },
    ],
    [
      { SUBSCRIPTION_ALLOW: '10.0.0.0/8, 192.168.1.7,fd00::/8,::1' },
      { allow: ['10.0.0.0/8', '192.168.1.7', 'fd00::/8', '::1'], smtp: undefined },
    ],
    [SMTP, { allow: [], smtp: { url: SMTP.SMTP_URL, from: SMTP.SMTP_FROM } }],
    [
      { ...SMTP, SMTP_URL: 'smtp://localhost', SMTP_FROM: 'Büro Nord <a.b+c@example.org>' },
      { allow: [], smtp: { url: 'smtp://localhost', from: 'Büro Nord <a.b+c@example.org>' } },
    ],
  ])('should read how messages are sent from %j', (env, expected) => {
    expect(readSettings({ flags: {}, env }).notifications).toEqual(expected)
  })

  it.each([
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '10.0.0',
    '10.0.0.1-10.0.0.9',
    'intranet',
    'loopback',
    'fe80::1%eth0',
    '10.0.0.0/8,',
    '10.0.0.0/8;10.1.0.0/16',
  ])('should refuse %s as a list of addresses', (SUBSCRIPTION_ALLOW) => {
    expect(() => readSettings({ flags: {}, env: { SUBSCRIPTION_ALLOW } })).toThrow(
      `SUBSCRIPTION_ALLOW must be IP addresses or ranges of them, such as 10.0.0.0/8,192.168.1.7, not "${SUBSCRIPTION_ALLOW}"`,
    )
  })

  it.each([
    'opsgraph',
    'a@b@example.org',
    'a@example.org, b@example.org',
    '<a@example.org>',
    'Ops <a@example.org> x',
    'Ops\r\nBcc: b <a@example.org>',
    'Ops, Inc <a@example.org>',
  ])('should refuse %j as the sender of mails', (SMTP_FROM) => {
    expect(() => readSettings({ flags: {}, env: { ...SMTP, SMTP_FROM } })).toThrow(
      'SMTP_FROM must be an address, or a name and an address, such as opsgraph <opsgraph@example.org>, not ',
    )
  })

  it.each(['mail.example.org', 'http://mail.example.org', 'smtp://', 'smtp:mail.example.org', 'smtps://:top-secret@'])(
    'should refuse %s as the mail server, without showing it',
    (SMTP_URL) => {
      const error = errorOf({ ...SMTP, SMTP_URL })
      expect(error.message).toMatch(/SMTP_URL must be a URL such as smtps:[/][/]user:password@mail[.]example[.]org$/)
      expect(error.message).not.toContain('top-secret')
    },
  )

  it('should want a sender with a mail server, and a mail server with a sender', () => {
    expect(errorOf({ SMTP_URL: SMTP.SMTP_URL }).message).toMatch(
      /SMTP_FROM must be set with SMTP_URL: the sender of mails$/,
    )
    expect(errorOf({ SMTP_FROM: SMTP.SMTP_FROM }).message).toMatch(
      /SMTP_URL must be set with SMTP_FROM: the mail server$/,
    )
  })
})

// Helpers

function errorOf(env: Environment): Error {
  try {
    readSettings({ flags: {}, env })
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return error as UsageError
  }
  throw new Error('the settings were read')
}
