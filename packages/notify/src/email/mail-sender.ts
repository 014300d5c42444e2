import { createTransport } from 'nodemailer'
import type { Mail } from '../format/email.js'
import { codeOf, SendFailure } from '../send-failure.js'

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password if the server wants them. */
  readonly url: string
  /** The sender: an address, or a name and an address in angle brackets. */
  readonly from: string
}

const WORDS_BY_CODE: Readonly<Record<string, string>> = {
  EAUTH: 'the mail server refuses the user or the password of SMTP_URL',
  EDNS: 'the name of the mail server is unknown',
  ETLS: 'the mail server cannot encrypt the connection',
  EENVELOPE: 'the mail server refuses the sender or the recipients',
  EMESSAGE: 'the mail server refuses the message',
}

/** Sends mails through one mail server. */
export class MailSender {
  readonly #transport: ReturnType<typeof createTransport>
  readonly #from: string
  readonly #domain: string

  /** @param timeout milliseconds */
  constructor({ url, from }: SmtpOptions, timeout: number) {
    // The signal of `send` ends a try. These timeouts end connections that the signal cannot end.
    const late = 2 * timeout
    const timeouts = { connectionTimeout: late, greetingTimeout: late, socketTimeout: late, dnsTimeout: late }
    this.#transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
    this.#from = from
    this.#domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  }

  /**
   * Sends a mail to all recipients that have not got it yet.
   *
   * @returns the status with which the mail server has taken it, and which recipients it refuses for good
   * @throws SendFailure if the mail server refuses the mail, or some recipients only for now
   */
  async send(mail: Mail, { all, reached }: Recipients, signal: AbortSignal): Promise<SentMail> {
    const thread = `<${mail.thread}@${this.#domain}>`
    const unreachedRecipients = all.filter((_, at) => !reached.includes(at))
    const { response, refusals } = await this.#transport
      .sendMail({
        from: this.#from,
        to: [...all],
        envelope: { from: this.#from, to: unreachedRecipients },
        subject: mail.subject,
        text: mail.text,
        messageId: `<${mail.id}@${this.#domain}>`,
        inReplyTo: thread,
        references: thread,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        signal,
      })
      .then(
        (sent): SmtpAnswer => ({ response: sent.response, refusals: sent.rejectedErrors ?? [] }),
        (error: unknown): SmtpAnswer => {
          if (signal.aborted) throw signal.reason
          const refusals = listRefusals(error)
          if (reached.length === 0 || refusals.length === 0) throw explainMailError(error)
          return { response: '', refusals }
        },
      )
    const refused = refusalCodesByIndex(all, refusals)
    const status = Number.parseInt(response, 10) || null
    if (refused.size === 0) return { status: status ?? 250, error: null }
    // Recipients are named by their numbers, because an error contains no address.
    const numbers = Array.from(refused, ([at, code]) => `number ${at + 1} (status ${code})`)
    const error = `the mail server refuses ${refused.size} of ${all.length} recipients: ${numbers.join(', ')}`
    if ([...refused.values()].every((code) => code >= 500)) return { status, error }
    const got = [...all.keys()].filter((at) => !refused.has(at))
    throw new SendFailure(error, null, null, got)
  }
}

interface Recipients {
  readonly all: readonly string[]
  /** The indexes of those that have got the mail in earlier tries. */
  readonly reached: readonly number[]
}

interface SentMail {
  /**
   * The status with which the mail server has answered; `null` = in this try, it has refused all recipients that were
   * left.
   */
  readonly status: number | null
  /** Who is refused for good; `null` = nobody is. */
  readonly error: string | null
}

interface SmtpAnswer {
  /** The last line of the mail server; empty = it has taken no mail. */
  readonly response: string
  readonly refusals: readonly Refusal[]
}

/** A recipient that the mail server refuses, as the library says it. */
interface Refusal {
  readonly recipient?: string | undefined
  readonly responseCode?: number | undefined
}

/** The status with which each refused recipient was refused, by the index of the recipient. */
function refusalCodesByIndex(all: readonly string[], refusals: readonly Refusal[]): ReadonlyMap<number, number> {
  // The library may change the case of an address.
  const codes = new Map(refusals.map(({ recipient = '', responseCode = 0 }) => [recipient.toLowerCase(), responseCode]))
  const found = new Map<number, number>()
  for (const [at, recipient] of all.entries()) {
    const code = codes.get(recipient.toLowerCase())
    if (code !== undefined) found.set(at, code)
  }
  return found
}

/** Returns the refusal of each recipient, if the mail server refuses all of them; otherwise an empty list. */
function listRefusals(error: unknown): readonly Refusal[] {
  const isRefusal = error instanceof Error && 'rejectedErrors' in error && Array.isArray(error.rejectedErrors)
  return isRefusal ? (error.rejectedErrors as readonly Refusal[]) : []
}

/** Says why a mail failed. Uses only codes, because the messages of mail servers contain addresses. */
function explainMailError(error: unknown): SendFailure {
  const code = codeOf(error)
  const status = smtpStatusOf(error)
  const words = Object.hasOwn(WORDS_BY_CODE, code) ? WORDS_BY_CODE[code] : `the mail server could not be used (${code})`
  return new SendFailure(status === null ? `${words}` : `${words}: it answered ${status}`, status)
}

function smtpStatusOf(error: unknown): number | null {
  const isAnswer = error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
  return isAnswer ? (error.responseCode as number) : null
}

/** Maximum number of recipients of a mail, which every mail server accepts. */
const MAX_RECIPIENTS = 50
/** The text between two dots before the `@`, without characters that some mail servers read as paths or options. */
const ATOM_PATTERN = "[A-Za-z0-9_][A-Za-z0-9_+&'=~#$*-]*"
const LABEL_PATTERN = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const MAIL_ADDRESS = new RegExp(
  `^(?=.{1,254}$)(?=[^@]{1,64}@)${ATOM_PATTERN}(?:[.]${ATOM_PATTERN})*@${LABEL_PATTERN}(?:[.]${LABEL_PATTERN})*$`,
)

/** Whether a text is a plain address, without quotes, comments and a name. */
function isMailAddress(text: string): boolean {
  return MAIL_ADDRESS.test(text)
}

/**
 * Reads the recipients of `mailto:` and addresses with commas between them (rules.md#messages-of-subscriptions-10).
 *
 * @returns `undefined` if the text is anything else, e.g. has headers such as `?cc=`, or encoded characters
 */
export function readRecipients(url: string): readonly string[] | undefined {
  if (!/^mailto:/i.test(url)) return undefined
  const recipients = url.slice('mailto:'.length).split(',', MAX_RECIPIENTS + 1)
  return recipients.length <= MAX_RECIPIENTS && recipients.every(isMailAddress) ? recipients : undefined
}

/** Says what is wrong with a URL of recipients, in words that follow the name of the field; `undefined` = nothing. */
export function faultOfRecipients(url: string): string | undefined {
  if (readRecipients(url) !== undefined) return undefined
  return `must be mailto: and at most ${MAX_RECIPIENTS} addresses with commas between them, such as mailto:a@example.org,b@example.org`
}
