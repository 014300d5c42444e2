import { createHash } from 'node:crypto'
import { type Caller, OpsgraphError, requireScope, type Scope } from '@opsgraph/core'
import type { Request, Response } from 'express'
import type { AppContext } from './app-context.js'
import { addressOf, networkOf } from './caller-address.js'
import { exchangeOf } from './request-context.js'

/**
 * Lets in who may use a route: the key first, then its scope, both before anything else of the request is looked at
 * (rules.md#error-answers-5).
 *
 * @throws OpsgraphError `unauthenticated`; `forbidden`
 * @throws HttpError 429 when the key was used too often, or too many wrong ones came from the same address
 */
export async function admit(
  context: AppContext,
  scope: Scope,
  { request, response }: { readonly request: Request; readonly response: Response },
): Promise<Caller> {
  const { opsgraph, keyLimit } = context
  const known = exchangeOf(response)
  const secret = secretOf(request.headers.authorization)
  const key = secret === undefined ? undefined : digestOf(secret)
  // Told without asking the store. Only keys that are known are counted, so that nobody fills the memory with others.
  if (key !== undefined) await keyLimit?.refuseExhausted(key)
  const authenticate = () => opsgraph.authenticate(secret, known.requestId)
  const caller = key === undefined ? await authenticate() : await slowed(context, { request, key }, authenticate)
  known.user = caller.user
  if (key !== undefined) await keyLimit?.take(key)
  requireScope(caller, scope)
  return caller
}

/** Asks the store for a key, unless too many wrong ones came from the same address. */
async function slowed(
  { wrongKeys }: AppContext,
  { request, key }: { readonly request: Request; readonly key: string },
  authenticate: () => Promise<Caller>,
): Promise<Caller> {
  const address = networkOf(addressOf(request) ?? '')
  wrongKeys?.admit(address, key)
  try {
    const caller = await authenticate()
    wrongKeys?.succeeded(address, key)
    return caller
  } catch (error) {
    if (error instanceof OpsgraphError && error.kind === 'unauthenticated') wrongKeys?.failed(address, key)
    else wrongKeys?.unanswered(address, key)
    throw error
  }
}

/** The key of `Authorization: Key <API_KEY>`; `undefined` for no header, or another scheme. */
function secretOf(authorization: string | undefined): string | undefined {
  return /^Key +(\S+) *$/i.exec(authorization ?? '')?.[1]
}

/** Stands for a key without being one. */
function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64')
}
