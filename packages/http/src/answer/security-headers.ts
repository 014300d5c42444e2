import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * Allows the console to load scripts and styles from this server, and to call its API. The same policy applies to the
 * answers of the API. No page may show the console or an answer in a frame.
 */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
}

/** One year, in seconds. */
const HSTS_MAX_AGE = 31_536_000

/**
 * By default, no cache may store an answer: answers depend on the caller and change at any time. The answers that have
 * an `ETag`, and the files of the console, have another `Cache-Control`.
 */
export const NO_STORE = ['Cache-Control', 'no-store'] as const

/**
 * The security headers of every answer, alternating names and values. Compute them once, not for each request.
 *
 * @param isTls whether callers use TLS. If so, the headers include Strict-Transport-Security, which forces browsers to
 *   use TLS
 */
export function securityHeaders(isTls: boolean): readonly string[] {
  const headers: string[] = []
  const recorder = {
    setHeader: (name: string, value: string) => headers.push(name, value),
    removeHeader: () => undefined,
  }
  const options: HelmetOptions = {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    strictTransportSecurity: isTls && { maxAge: HSTS_MAX_AGE, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  }
  helmet(options)({} as IncomingMessage, recorder as unknown as ServerResponse, () => undefined)
  return headers
}
