import { errorCode } from './faults.js'

/**
 * Describes for people why a connection to a server has failed, and what to do. The text continues a sentence that
 * begins with the URL of the server.
 *
 * @param error the error that `fetch` has thrown
 */
export function connectionFault(error: unknown, url: URL): string {
  // `fetch` puts the reason of a network error into the property `cause`.
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = errorCode(cause) ?? ''
  const fault = CONNECTION_FAULTS.find(({ codes }) => codes.test(code))
  if (fault !== undefined) return fault.text(code, url)
  const message = cause instanceof Error ? cause.message : String(cause)
  if (message === 'bad port') return 'has a port that HTTP clients refuse: let the server listen on another port'
  return `does not answer: ${message || code || 'the connection failed'}`
}

interface ConnectionFault {
  /** Error codes of the operating system, of OpenSSL, or of the HTTP client. */
  readonly codes: RegExp
  readonly text: (code: string, url: URL) => string
}

/** The first fault with a matching code applies. */
const CONNECTION_FAULTS: readonly ConnectionFault[] = [
  {
    codes: /^ECONNREFUSED$/,
    text: (code, url) =>
      `refuses the connection (${code}): is the server running, and is ${url.port || DEFAULT_PORT[url.protocol]} its port?`,
  },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/,
    text: (code, { hostname }) =>
      `cannot be found: the name ${hostname} is unknown (${code}); check the name and the DNS`,
  },
  {
    codes: /^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    text: (code) => `cannot be reached (${code}): check the address, the network and the firewalls`,
  },
  {
    codes: /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/,
    text: () => 'sent nothing for 5 minutes: check the server; it may still carry out the request',
  },
  {
    codes: /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/,
    text: () => 'does not use TLS on this port: begin the URL with http://, or name the port that uses TLS',
  },
  {
    codes: /^(ERR_SSL_|EPROTO$)/,
    text: (code) => `and this machine have no version of TLS in common (${code}): check the TLS settings of the server`,
  },
  {
    codes: /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_UNTRUSTED$)/,
    text: (code) =>
      `has a certificate that is not trusted here (${code}): name the file of its certificate authority in NODE_EXTRA_CA_CERTS`,
  },
  {
    codes: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    text: (code) => `has a certificate that is not valid now (${code}): renew it, or correct the clock of this machine`,
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    text: (code) => `has a certificate for another name (${code}): use the name in the certificate`,
  },
  {
    codes: /^HPE_/,
    text: (_code, url) => `does not speak HTTP: check the port${tlsHint(url)}`,
  },
  {
    codes: /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/,
    text: (_code, url) =>
      `closed the connection without a complete answer: check the port and the log of the server${tlsHint(url)}`,
  },
]

const DEFAULT_PORT: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** A server that expects TLS closes a connection that begins with plain HTTP, or answers bytes that are not HTTP. */
function tlsHint({ protocol }: URL): string {
  return protocol === 'http:' ? '; if the port uses TLS, begin the URL with https://' : ''
}
