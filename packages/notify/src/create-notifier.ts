import { lookup } from 'node:dns/promises'
import type { Notifier } from '@opsgraph/core'
import { faultOfRecipients, MailSender, readRecipients, type SmtpOptions } from './email/mail-sender.js'
import { writeEmail } from './format/email.js'
import type { PostedFormat } from './format/format.js'
import { writeJson } from './format/json.js'
import { writeMattermost } from './format/mattermost.js'
import { PAGERDUTY_URL, writePagerduty } from './format/pagerduty.js'
import { writeSlack } from './format/slack.js'
import { writeTeams } from './format/teams.js'
import { AddressCheck } from './http/address-check.js'
import { type PostOptions, post, type ResolveName } from './http/post.js'
import { faultOfUrl } from './http/url-fault.js'
import type { OutgoingMessage, SendResult } from './notifier.js'
import { codeOf, explainConnectionError, SendFailure } from './send-failure.js'

export interface NotifierOptions {
  /**
   * IP addresses and CIDRs, such as `10.0.0.0/8`. Messages are sent to private addresses, and to addresses of this
   * machine, only if this list contains them.
   */
  readonly allow: readonly string[]
  /** The mail server; without one, nothing can be sent by e-mail. */
  readonly smtp?: SmtpOptions | undefined
  /** The version of opsgraph, which receivers see. */
  readonly version: string
  /** How long a try may take, in milliseconds. Default: 10 seconds. */
  readonly timeout?: number | undefined
  /** Looks up names. Default: as the operating system does. */
  readonly resolve?: ResolveName | undefined
}

type MessageFormat = OutgoingMessage['format']
type PostedFormatName = Exclude<MessageFormat, 'email'>

const TIMEOUT_MILLISECONDS = 10_000
const NO_MAIL_SERVER_MESSAGE = 'cannot be used: the server has no mail server; set SMTP_URL and SMTP_FROM'
const POSTED_FORMATS: Readonly<Record<PostedFormatName, PostedFormat>> = {
  json: writeJson,
  slack: writeSlack,
  teams: writeTeams,
  mattermost: writeMattermost,
  pagerduty: writePagerduty,
}

/**
 * Creates a notifier: it sends the messages of subscriptions to their receivers (rules.md#messages-of-subscriptions).
 *
 * @throws Error if `allow` contains anything but addresses and CIDRs
 *
 * @example
 * ```ts
 * import { createNotifier } from '@opsgraph/notify'
 *
 * const notifier = createNotifier({ allow: ['10.1.0.0/16'], version: '1.0.0' })
 * console.log(notifier.faultOf('slack', 'https://localhost/hook') !== undefined) // true
 * console.log(notifier.faultOf('slack', 'https://10.1.0.7/hook')) // undefined
 * ```
 */
export function createNotifier(options: NotifierOptions): Notifier {
  return new NetworkNotifier(options)
}

type SendOutcome = Pick<SendResult, 'status' | 'error'>

class NetworkNotifier implements Notifier {
  readonly #network: Pick<PostOptions, 'addresses' | 'resolve' | 'userAgent'>
  readonly #mails: MailSender | undefined
  readonly #timeout: number

  constructor({ allow, smtp, version, timeout = TIMEOUT_MILLISECONDS, resolve = lookUpAddresses }: NotifierOptions) {
    this.#network = { addresses: new AddressCheck(allow), resolve, userAgent: `opsgraph/${version}` }
    this.#mails = smtp && new MailSender(smtp, timeout)
    this.#timeout = timeout
  }

  faultOf(format: MessageFormat, url: string): string | undefined {
    if (format !== 'email') return faultOfUrl(url, this.#network.addresses)
    if (this.#mails === undefined) return NO_MAIL_SERVER_MESSAGE
    return faultOfRecipients(url)
  }

  usualUrl(format: MessageFormat): string | undefined {
    return format === 'pagerduty' ? PAGERDUTY_URL : undefined
  }

  async send(message: OutgoingMessage): Promise<SendResult> {
    const begin = performance.now()
    const result = await this.#withinTime((signal) => this.#deliver(message, signal))
    return { ...result, took: Math.round(performance.now() - begin) }
  }

  async #withinTime(deliver: (signal: AbortSignal) => Promise<SendOutcome>): Promise<Omit<SendResult, 'took'>> {
    const timeout = new AbortController()
    const seconds = this.#timeout / 1_000
    const timer = setTimeout(
      () => timeout.abort(new SendFailure(`there was no answer within ${seconds} seconds`)),
      this.#timeout,
    )
    try {
      return { delivered: true, ...(await deliver(timeout.signal)), retryAfter: null }
    } catch (error) {
      // A status that came in time counts, even if the rest of the answer did not.
      const isCut = timeout.signal.aborted && !(error instanceof SendFailure)
      const { message, status, retryAfter, reached } = explainConnectionError(isCut ? timeout.signal.reason : error)
      return { delivered: false, status, error: message, retryAfter, ...(reached && { reached }) }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Checks the address again, because SUBSCRIPTION_ALLOW may have changed since the subscription was saved. */
  async #deliver(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome> {
    const { format, url, secrets, notice, reached = [] } = message
    const fault = this.faultOf(format, url)
    if (fault !== undefined) throw new SendFailure(`the url ${fault}`)
    if (format === 'email') {
      if (this.#mails === undefined) throw new SendFailure(`the url ${NO_MAIL_SERVER_MESSAGE}`)
      return this.#mails.send(writeEmail(notice), { all: readRecipients(url) ?? [], reached }, signal)
    }
    const now = new Date()
    const posting = writeOrFail(() => POSTED_FORMATS[format]({ notice, secrets, now }))
    return { status: await post(new URL(url), posting, { ...this.#network, signal, now }), error: null }
  }
}

/** @throws SendFailure if the message cannot be written, e.g. because its secret does not fit Standard Webhooks */
function writeOrFail<Posting>(write: () => Posting): Posting {
  try {
    return write()
  } catch (error) {
    throw new SendFailure(`the message could not be written or signed (${codeOf(error)})`)
  }
}

function lookUpAddresses(name: string) {
  return lookup(name, { all: true })
}
