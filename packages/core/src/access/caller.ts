import { OpsgraphError } from '../opsgraph-error.js'
import type { RelationSource } from '../relation/relation-source.js'
import { grantsScope, type Scope } from './scope.js'

/** The user on whose behalf a use-case acts, with the scopes of this user's API key. */
export interface Caller {
  readonly user: string
  readonly scopes: readonly Scope[]
  /** The id of the request; `null` if there is no request. Audit entries of the caller contain this id. */
  readonly requestId: string | null
  /**
   * When the API key of the caller expires, as ISO 8601 in UTC with milliseconds; `null` or absent = never. API keys
   * that the caller creates or changes cannot expire after this time.
   */
  readonly expireTime?: string | null
}

/**
 * Checks that the caller holds a scope.
 *
 * @throws OpsgraphError `forbidden`, naming the scope
 */
export function requireScope(caller: Caller, needed: Scope): void {
  if (!grantsScope(caller.scopes, needed)) throw new OpsgraphError('forbidden', `this needs the scope ${needed}`)
}

/**
 * Checks that the caller may write relations with this source. Relations with a source other than `manual` normally
 * come from opsgraph itself, for example from alerts and imports. To write such a relation directly, a caller needs the
 * scope `admin:service_topologies` (rules.md#scopes).
 *
 * @throws OpsgraphError `forbidden`
 */
export function requireRelationSource(caller: Caller, source: RelationSource): void {
  if (source !== 'manual') requireScope(caller, 'admin:service_topologies')
}
