import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * What the console may do in a browser: run the scripts and styles that this server sends, and call its API. An answer of
 * the API may do nothing more. Nobody may put either into a frame.
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

/** Seconds: a year. */
const TLS_ONLY = 31_536_000

/**
 * What browsers are told with every answer, names and values in turn. The same for all: put together once, so that it
 * costs a request nothing but its bytes.
 *
 * @param isTls whether callers come by TLS: then browsers shall never come in another way. Where they do not, nothing may
 *   send them there
 */
export function securityHeaders(isTls: boolean): readonly string[] {
  const headers: string[] = []
  const recorder = {
    setHeader: (name: string, value: string) => headers.push(name, value),
    removeHeader: () => undefined,
  }
  const options: HelmetOptions = {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    strictTransportSecurity: isTls && { maxAge: TLS_ONLY, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  }
  helmet(options)({} as IncomingMessage, recorder as unknown as ServerResponse, () => undefined)
  // Answers are for one caller and one moment.
  return [...headers, 'Cache-Control', 'no-store']
}
