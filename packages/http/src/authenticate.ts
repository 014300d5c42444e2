import { type Caller, type Opsgraph, requireScope, type Scope } from '@opsgraph/core'
import type { Request, Response } from 'express'
import { exchangeOf } from './exchange.js'

/**
 * Lets in who may use a route: the key first, then its scope, both before anything else of the request is looked at
 * (decisions.md 2).
 *
 * @throws OpsgraphError `unauthenticated`; `forbidden`
 */
export async function admit(opsgraph: Opsgraph, scope: Scope, exchange: { request: Request; response: Response }) {
  const { request, response } = exchange
  const known = exchangeOf(response)
  const caller: Caller = await opsgraph.authenticate(secretOf(request.headers.authorization), known.requestId)
  known.user = caller.user
  requireScope(caller, scope)
  return caller
}

/** The key of `Authorization: Key <API_KEY>`; `undefined` for no header, or another scheme. */
function secretOf(authorization: string | undefined): string | undefined {
  return /^Key +(\S+) *$/i.exec(authorization ?? '')?.[1]
}
