import { createHash } from 'node:crypto'
import { type Caller, requireScope, type Scope } from '@opsgraph/core'
import type { Request, Response } from 'express'
import type { AppContext } from './app-context.js'
import { exchangeOf } from './exchange.js'

/**
 * Lets in who may use a route: the key first, then its scope, both before anything else of the request is looked at
 * (decisions.md 2).
 *
 * @throws OpsgraphError `unauthenticated`; `forbidden`
 * @throws HttpError 429 when the key was used too often
 */
export async function admit(
  { opsgraph, keyLimit }: AppContext,
  scope: Scope,
  { request, response }: { readonly request: Request; readonly response: Response },
): Promise<Caller> {
  const known = exchangeOf(response)
  const secret = secretOf(request.headers.authorization)
  const key = secret === undefined || keyLimit === undefined ? undefined : digestOf(secret)
  // Told without asking the store. Only keys that are known are counted, so that nobody fills the memory with others.
  if (key !== undefined) await keyLimit?.refuseExhausted(key)
  const caller = await opsgraph.authenticate(secret, known.requestId)
  known.user = caller.user
  if (key !== undefined) await keyLimit?.take(key)
  requireScope(caller, scope)
  return caller
}

/** The key of `Authorization: Key <API_KEY>`; `undefined` for no header, or another scheme. */
function secretOf(authorization: string | undefined): string | undefined {
  return /^Key +(\S+) *$/i.exec(authorization ?? '')?.[1]
}

/** Stands for a key without being one. */
function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64')
}
