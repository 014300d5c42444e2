import type { RelationSource } from '../relation/relation-source.js'
import { type Caller, requireScope } from './caller.js'

/**
 * Checks that the caller may write relations of this source. Only `manual` relations are meant to be written by
 * callers; all others are normally written by opsgraph itself and need `admin:service_topologies` (rules.md#scopes).
 *
 * @throws OpsgraphError `forbidden`
 */
export function requireRelationSource(caller: Caller, source: RelationSource): void {
  if (source !== 'manual') requireScope(caller, 'admin:service_topologies')
}
