/**
 * Allows the console to load scripts and styles from this server, and to call its API. The same policy applies to the
 * answers of the API. No page may show the console or an answer in a frame.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';')

/**
 * By default, no cache may store an answer: answers depend on the caller and change at any time. The answers that have
 * an `ETag`, and the files of the console, have another `Cache-Control`.
 */
export const NO_STORE = ['Cache-Control', 'no-store'] as const

/**
 * The security headers of every answer, alternating names and values, as Node takes them for a whole answer. A
 * middleware such as helmet would set each of them on each response.
 */
export const SECURITY_HEADERS: readonly string[] = Object.entries({
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
}).flat()

/**
 * The security headers of an answer to a caller that uses TLS. Strict-Transport-Security makes browsers use TLS for one
 * year.
 */
export const TLS_SECURITY_HEADERS: readonly string[] = [
  ...SECURITY_HEADERS,
  ...['Strict-Transport-Security', 'max-age=31536000'],
]
