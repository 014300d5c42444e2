import type { NotifierOptions } from '@opsgraph/notify'
import { isAddressRange } from './address-range.js'
import { isUrl, type SettingReader } from './setting-reader.js'

/** How the server sends the messages of subscriptions. */
type NotificationSettings = Pick<NotifierOptions, 'allow' | 'smtp'>

/**
 * The sender of e-mails: an address, or a name and an address in angle brackets. The name has no
 * characters that separate addresses.
 */
const MAIL_SENDER_PATTERN = /^(?:[^\p{Cc}<>@,;:"]+ <[^\s<>@,;:"]+@[^\s<>@,;:"]+>|[^\s<>@,;:"]+@[^\s<>@,;:"]+)$/u

/** Reads the settings for sending messages. */
export function readNotifications(reader: SettingReader): NotificationSettings {
  return { allow: readAllowed(reader), smtp: readSmtp(reader) }
}

function readAllowed(reader: SettingReader): readonly string[] {
  const text = reader.text('subscriptionAllow')
  if (text === undefined) return []
  const ranges = text.split(',').map((range) => range.trim())
  if (!ranges.every(isAddressRange)) {
    reader.fault('subscriptionAllow', 'must be IP addresses or ranges of them, such as 10.0.0.0/8,192.168.1.7', text)
  }
  return ranges
}

/** The URL may contain a password, so no error message contains the URL. */
function readSmtp(reader: SettingReader): NotificationSettings['smtp'] {
  const [url, from] = [reader.text('smtpUrl'), reader.text('smtpFrom')]
  if (url !== undefined && !(isUrl(url, ['smtp:', 'smtps:']) && new URL(url).hostname !== '')) {
    reader.fault('smtpUrl', 'must be a URL such as smtps://user:password@mail.example.org')
  }
  if (from !== undefined && !MAIL_SENDER_PATTERN.test(from)) {
    reader.fault(
      'smtpFrom',
      'must be an address, or a name and an address, such as opsgraph <opsgraph@example.org>',
      from,
    )
  }
  if (url !== undefined && from === undefined)
    reader.fault('smtpFrom', 'must be set with SMTP_URL: the sender of mails')
  if (url === undefined && from !== undefined) reader.fault('smtpUrl', 'must be set with SMTP_FROM: the mail server')
  return url === undefined || from === undefined ? undefined : { url, from }
}
