import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Caller, OpsgraphError, type Scope } from '@opsgraph/core'
import { requireScope } from '@opsgraph/core/pure'
import type { Request, Response } from 'express'
import type { KeyLookup } from '../limit/wrong-keys.js'
import { callerAddressOf, toNetwork } from '../proxy/caller-address.js'
import { exchangeOf } from '../request-context.js'
import type { AppContext } from './app-context.js'
import type { PresentedKey } from './define-route.js'

/**
 * Authenticates the caller of a route: checks the key, then its scopes, before anything else in the request
 * (rules.md#error-answers-5).
 *
 * @throws OpsgraphError `unauthenticated`; `forbidden`
 * @throws HttpError 429 if the key was used too often, or if the caller's address has sent too many wrong keys
 */
export async function authenticateCaller(
  context: AppContext,
  scopes: readonly Scope[],
  { request, response }: { readonly request: Request; readonly response: Response },
): Promise<Caller> {
  const { opsgraph, keyLimit } = context
  const exchange = exchangeOf(response)
  const secret = readSecret(request.headers)
  const key = secret === undefined ? undefined : hashSecret(secret)
  // If the key has used up its limit, refuses the request before the store is read. `take` below counts only valid
  // keys: if invented keys were counted too, they could fill the memory.
  if (key !== undefined) await keyLimit?.refuseExhausted(key)
  const authenticate = () => opsgraph.authenticate(secret, exchange.requestId)
  const caller =
    secret === undefined
      ? await authenticate()
      : await guardKey(context, { request, secret }, () => callerOrRefusal(authenticate))
  if (caller instanceof OpsgraphError) {
    context.wrongKeys?.refuseExhausted(networkAddressOf(request))
    throw caller
  }
  exchange.user = caller.user
  if (key !== undefined) await keyLimit?.take(key)
  for (const scope of scopes) requireScope(caller, scope)
  return caller
}

/** The API key of an authenticated request. */
export function apiKeyOf(
  { opsgraph }: Pick<AppContext, 'opsgraph'>,
  { request, response }: { readonly request: Request; readonly response: Response },
): PresentedKey {
  return {
    get digest() {
      return hashSecret(readSecret(request.headers) ?? '')
    },
    check: () => opsgraph.authenticate(readSecret(request.headers), exchangeOf(response).requestId),
  }
}

/**
 * Looks up an API key. If the caller's address has sent too many wrong keys, some keys are not looked up (see
 * `WrongKeyLimit`).
 *
 * @throws HttpError 429 if the key is not looked up
 */
export async function guardKey<Answer>(
  { wrongKeys }: AppContext,
  { request, secret }: { readonly request: Request; readonly secret: string },
  lookUp: () => Promise<KeyLookup<Answer>>,
): Promise<Answer> {
  if (wrongKeys === undefined) return (await lookUp()).answer
  return await wrongKeys.guard({ address: networkAddressOf(request), key: hashSecret(secret) }, lookUp)
}

/** The network address under which the wrong keys of a caller are counted. */
function networkAddressOf(request: Request): string {
  return toNetwork(callerAddressOf(request) ?? '')
}

/** Returns the caller, or the `unauthenticated` error if the key is wrong. */
async function callerOrRefusal(authenticate: () => Promise<Caller>): Promise<KeyLookup<Caller | OpsgraphError>> {
  try {
    return { isValid: true, answer: await authenticate() }
  } catch (error) {
    if (error instanceof OpsgraphError && error.kind === 'unauthenticated') return { isValid: false, answer: error }
    throw error
  }
}

/**
 * Reads the key that a caller sends (rules.md#api-keys-1): in `Authorization` with the scheme `Key` or `Bearer`, or in
 * `X-API-Key`. An `Authorization` with another scheme is ignored, because it may be for a proxy.
 *
 * @throws OpsgraphError `unauthenticated` if the two headers contain different keys
 */
function readSecret({ authorization = '', 'x-api-key': own = '' }: IncomingHttpHeaders): string | undefined {
  const [, ofScheme] = /^(?:Key|Bearer) +(\S+) *$/i.exec(authorization) ?? []
  const [alone] = /^\S+$/.exec(String(own)) ?? []
  if (ofScheme !== undefined && alone !== undefined && ofScheme !== alone) {
    throw new OpsgraphError('unauthenticated', 'Authorization and X-API-Key hold different API keys: send only one')
  }
  return ofScheme ?? alone
}

/** Returns a text that identifies a key in memory without revealing the key. */
function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64')
}
