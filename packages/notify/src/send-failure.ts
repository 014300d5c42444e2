/** Why a try has failed, in words without the address and without secrets (rules.md#messages-of-subscriptions-13). */
export class SendFailure extends Error {
  constructor(
    message: string,
    /** The status of the answer; `null` = there was none. */
    readonly status: number | null = null,
    /** Seconds after which the receiver wants the next try. */
    readonly retryAfter: number | null = null,
    /** The indexes of the recipients that have got the e-mail in spite of the failure. */
    readonly reached: readonly number[] | undefined = undefined,
  ) {
    super(message)
  }
}

const WORDS_BY_CODE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name of the receiver is unknown',
  EAI_AGAIN: 'the name of the receiver could not be looked up: no DNS server answered',
  ECONNREFUSED: 'the receiver refuses connections',
  ECONNRESET: 'the receiver closed the connection without an answer',
  EPIPE: 'the receiver closed the connection without an answer',
  EHOSTUNREACH: 'the receiver cannot be reached',
  ENETUNREACH: 'the receiver cannot be reached',
  ETIMEDOUT: 'the receiver cannot be reached: the connection timed out',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the receiver is for another name',
  CERT_HAS_EXPIRED: 'the certificate of the receiver has expired',
}

/** Says why a connection failed. Uses only the codes of Node, because its messages contain addresses. */
export function explainConnectionError(error: unknown): SendFailure {
  if (error instanceof SendFailure) return error
  const code = codeOf(error)
  const words = Object.hasOwn(WORDS_BY_CODE, code) ? WORDS_BY_CODE[code] : undefined
  if (words !== undefined) return new SendFailure(words)
  if (code.startsWith('HPE_')) return new SendFailure(`the answer of the receiver is not HTTP (${code})`)
  if (/CERT|SIGNATURE/.test(code)) return new SendFailure(`the certificate of the receiver is not trusted (${code})`)
  if (/^(EPROTO|ERR_SSL|ERR_TLS)/.test(code)) return new SendFailure(`the receiver does not speak TLS (${code})`)
  return new SendFailure(`the message could not be sent (${code})`)
}

/** Returns the code of a system error, or the name of any other error. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
