import { createTransport } from 'nodemailer'
import type { Mail } from '../format/email.js'
import { codeOf, SendFailure } from '../send-failure.js'

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password if the server wants them. */
  readonly url: string
  /** The sender: an address, or a name and an address in angle brackets. */
  readonly from: string
}

const WORDS: Readonly<Record<string, string>> = {
  EAUTH: 'the mail server refuses the user or the password of SMTP_URL',
  EDNS: 'the name of the mail server is unknown',
  ETLS: 'the mail server cannot encrypt the connection',
  EENVELOPE: 'the mail server refuses the sender or the recipients',
  EMESSAGE: 'the mail server refuses the message',
}

/** Sends mails by one mail server. */
export class MailSender {
  readonly #transport: ReturnType<typeof createTransport>
  readonly #from: string
  readonly #domain: string

  /** @param timeout milliseconds */
  constructor({ url, from }: SmtpOptions, timeout: number) {
    // The signal of `send` ends a try. These only end connections that the signal does not reach.
    const late = 2 * timeout
    const timeouts = { connectionTimeout: late, greetingTimeout: late, socketTimeout: late, dnsTimeout: late }
    this.#transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
    this.#from = from
    this.#domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  }

  /**
   * Sends a mail to all recipients.
   *
   * @returns the status with which the mail server has taken it
   * @throws SendFailure if the mail server refuses it, also for only one of the recipients
   */
  async send(mail: Mail, recipients: readonly string[], signal: AbortSignal): Promise<number> {
    const thread = `<${mail.thread}@${this.#domain}>`
    const { rejected, response } = await this.#transport
      .sendMail({
        from: this.#from,
        to: [...recipients],
        subject: mail.subject,
        text: mail.text,
        messageId: `<${mail.id}@${this.#domain}>`,
        inReplyTo: thread,
        references: thread,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        signal,
      })
      .catch((error: unknown) => {
        throw signal.aborted ? signal.reason : explainMail(error)
      })
    if (rejected.length > 0) {
      throw new SendFailure(`the mail server refuses ${rejected.length} of ${recipients.length} recipients`)
    }
    return Number.parseInt(response, 10) || 250
  }
}

/** The messages of mail servers contain addresses, so only their codes are used. */
function explainMail(error: unknown): SendFailure {
  const code = codeOf(error)
  const status = statusOf(error)
  const words = Object.hasOwn(WORDS, code) ? WORDS[code] : `the mail server could not be used (${code})`
  return new SendFailure(status === null ? `${words}` : `${words}: it answered ${status}`, status)
}

function statusOf(error: unknown): number | null {
  const isAnswer = error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
  return isAnswer ? (error.responseCode as number) : null
}
