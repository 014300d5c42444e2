import { type DeliveryHeaders, isRefusal, type Refusal, singleHeader } from '../delivery/delivery-headers.js'
import { isProvenBy, readClaim } from './signature.js'
import type { OpenedAuth, OpenedSecret } from './webhook-auth.js'

/** The data by which a delivery is authenticated. */
export interface Credentials {
  readonly headers: DeliveryHeaders
  /** The body as received. */
  readonly body: Uint8Array
  /** ISO 8601 in UTC with milliseconds. */
  readonly now: string
  /**
   * The valid API key in the headers of the delivery ({@link presentedKey}). `undefined` if no key was looked up, if
   * the headers contain no valid key, or if they contain the administrator's key, because no webhook can be bound to
   * that key.
   */
  readonly apiKey: { readonly id: string; readonly canWriteAlerts: boolean } | undefined
}

/** How a delivery was authenticated. `nobody` = the webhook requires no authentication. */
export interface Acceptance {
  readonly by: 'nobody' | 'secret' | 'previousSecret' | 'apiKey'
}

/** Authenticates a delivery (rules.md#webhook-authentication). Does not throw, whatever the headers are. */
export function authenticateDelivery(auth: OpenedAuth, credentials: Credentials): Acceptance | Refusal {
  switch (auth.mode) {
    case 'none':
      return { by: 'nobody' }
    case 'api_key':
      return authenticateKey(auth.apiKeyId, credentials)
    case 'header':
      return authenticateHeader(auth, credentials)
  }
}

/**
 * Reads the API key of a delivery from `Authorization: Key <API_KEY>` or `X-API-Key`, but not from the query. If both
 * headers are sent, they must contain the same key. A repeated header is refused.
 */
export function presentedKey(headers: DeliveryHeaders): { readonly key: string } | Refusal {
  const repeated = KEY_HEADERS.find((name) => (headers.get(name)?.length ?? 0) > 1)
  if (repeated !== undefined)
    return { message: 'invalid header', reason: `the header ${repeated} was sent several times` }
  const authorization = (headers.get('authorization') ?? []).filter((value) => KEY_SCHEME_PATTERN.test(value))
  const keys = [
    ...authorization.map((value) => value.replace(KEY_SCHEME_PATTERN, '')),
    ...(headers.get('x-api-key') ?? []),
  ]
  const [key, other = key] = keys.map((sent) => sent.trim())
  if (key === undefined || key === '') {
    return { message: 'missing header', reason: 'neither Authorization: Key nor X-API-Key was sent' }
  }
  if (other === key) return { key }
  return { message: 'invalid header', reason: 'several API keys were sent' }
}

const KEY_HEADERS = ['authorization', 'x-api-key']
const KEY_SCHEME_PATTERN = /^key +/i

function authenticateKey(apiKeyId: string, { headers, apiKey }: Credentials): Acceptance | Refusal {
  const presented = presentedKey(headers)
  if (isRefusal(presented)) return presented
  if (apiKey === undefined) {
    return { message: 'invalid API key', reason: 'the API key is unknown, deleted or expired' }
  }
  if (apiKey.id !== apiKeyId) {
    return { message: 'API key does not match this webhook', reason: 'the API key is valid, but another one is bound' }
  }
  if (!apiKey.canWriteAlerts) {
    return { message: 'API key lacks write:alerts', reason: 'the bound API key lacks the scope write:alerts' }
  }
  return { by: 'apiKey' }
}

type HeaderMode = Extract<OpenedAuth, { mode: 'header' }>

function authenticateHeader(auth: HeaderMode, credentials: Credentials): Acceptance | Refusal {
  const judged = auth.scheme === 'static' ? judgeSecret(auth, credentials) : judgeSignature(auth, credentials)
  if (!auth.isStale || !isRefusal(judged)) return judged
  return {
    message: 'authentication failed',
    reason: 'the stored secret cannot be read: SECRET_KEY has changed since it was saved; save the secret again',
  }
}

function judgeSecret(
  auth: Extract<HeaderMode, { scheme: 'static' }>,
  { headers, now }: Credentials,
): Acceptance | Refusal {
  const sent = singleHeader(headers, auth.headerName)
  if (isRefusal(sent)) return sent
  const match = findValidSecret(auth.secrets, now, (isRight) => isRight(sent.value))
  if (match !== undefined) return { by: match.which }
  return { message: 'invalid header', reason: `the value of the header ${auth.headerName} is not the secret` }
}

function judgeSignature(
  auth: Exclude<HeaderMode, { scheme: 'static' }>,
  { headers, body, now }: Credentials,
): Acceptance | Refusal {
  const claim = readClaim(auth, headers, now)
  if (isRefusal(claim)) return claim
  const match = findValidSecret(auth.secrets, now, (key) => isProvenBy(claim, key, body))
  if (match !== undefined) return { by: match.which }
  return { message: 'invalid signature', reason: 'the signature is not that of this body with this secret' }
}

/**
 * Returns the first secret that has not expired and that `fits` accepts. The current secret comes before the previous
 * one (rules.md#webhook-authentication-11).
 */
function findValidSecret<Key>(
  secrets: readonly OpenedSecret<Key>[],
  now: string,
  fits: (key: Key) => boolean,
): OpenedSecret<Key> | undefined {
  return secrets.find(({ expires, key }) => (expires === undefined || now < expires) && fits(key))
}
