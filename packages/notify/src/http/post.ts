import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Posting } from '../format/format.js'
import { SendFailure } from '../send-failure.js'
import type { AddressCheck } from './address-check.js'
import { hostOf } from './url-fault.js'

/** An address that a name has. */
export interface FoundAddress {
  readonly address: string
  readonly family: number
}

/** Looks up all addresses of a name. */
export type ResolveName = (name: string) => Promise<readonly FoundAddress[]>

export interface PostOptions {
  readonly addresses: AddressCheck
  readonly resolve: ResolveName
  readonly userAgent: string
  /** Aborts when the try must end. */
  readonly signal: AbortSignal
  readonly now: Date
}

/** Maximum number of bytes of an answer that are read and ignored: some receivers want to finish their answer. */
const MAX_ANSWER_BYTES = 64 * 1024

/**
 * Posts a message once. Follows no redirects, uses no proxy, and connects only to an address that was checked
 * (rules.md#messages-of-subscriptions-12).
 *
 * @returns the status, which is from 200 to 299
 * @throws SendFailure if the status is another one
 */
export async function post(url: URL, posting: Posting, options: PostOptions): Promise<number> {
  const found = await findAddresses(hostOf(url), options)
  const { status, retryAfter } = await sendRequest(url, posting, found, options)
  if (status >= 200 && status < 300) return status
  const isRedirect = status >= 300 && status < 400
  const what = isRedirect ? `${status}, a redirect, which is not followed` : status
  throw new SendFailure(`the receiver answered ${what}`, status, readRetryAfter(status, retryAfter, options.now))
}

/** Looks up a name once, and checks every address. If one of them is refused, nothing is sent. */
async function findAddresses(
  host: string,
  { addresses, resolve, signal }: PostOptions,
): Promise<readonly FoundAddress[]> {
  const found = isIP(host) === 0 ? await unlessAborted(resolve(host), signal) : [{ address: host, family: isIP(host) }]
  for (const { address } of found) {
    const kind = addresses.faultOf(address)
    if (kind === undefined) continue
    throw new SendFailure(`the receiver has ${kind}: the server sends there only if SUBSCRIPTION_ALLOW contains it`)
  }
  return found
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
}

function sendRequest(
  url: URL,
  { headers, body }: Posting,
  found: readonly FoundAddress[],
  { userAgent, signal }: PostOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let answer: Answer | undefined
    // After the status line, later errors of the connection do not change the result.
    const end = (error?: Error) => (answer === undefined ? reject(error) : resolve(answer))
    const options = {
      method: 'POST',
      // A new agent for each message: it reuses no connection, and uses no proxy of the environment.
      agent: false,
      signal,
      lookup: lookupOf(found),
      autoSelectFamily: true,
      rejectUnauthorized: true,
      headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': userAgent, connection: 'close' },
    }
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options)
    request.on('response', (response) => {
      answer = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }
      let read = 0
      response.on('data', (part: Buffer) => {
        read += part.length
        if (read > MAX_ANSWER_BYTES) response.destroy()
      })
      response.on('error', end)
      response.on('close', end)
    })
    request.on('error', end)
    request.on('close', () => end(new SendFailure('the receiver closed the connection without an answer')))
    request.end(body)
  })
}

/** Returns a look-up that always answers with the checked addresses, so that a second look-up cannot change them. */
function lookupOf(found: readonly FoundAddress[]): LookupFunction {
  return (_name, _options, callback) => callback(null, [...found])
}

/** Rejects as soon as the signal aborts, although the promise itself cannot be stopped. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}

/** The statuses whose header `Retry-After` counts. */
const BUSY_STATUSES = [429, 503]

/**
 * Returns after how many seconds a receiver wants the next try.
 *
 * @param text the header `Retry-After`: seconds, or a date
 * @returns `null` if the receiver does not say
 */
export function readRetryAfter(status: number, text: string | undefined, now: Date): number | null {
  if (text === undefined || !BUSY_STATUSES.includes(status)) return null
  if (/^[0-9]{1,9}$/.test(text)) return Number(text)
  const time = /^[A-Z][a-z]{2},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now.getTime()) / 1_000))
}
