import type { RelationSource } from '../relation/relation-source.js'
import { type Caller, requireScope } from './caller.js'

/**
 * Checks that the caller may write relations of this source. opsgraph itself normally writes all relations that are not
 * `manual`, so a caller needs `admin:service_topologies` to write such a relation (rules.md#scopes).
 *
 * @throws OpsgraphError `forbidden`
 */
export function requireRelationSource(caller: Caller, source: RelationSource): void {
  if (source !== 'manual') requireScope(caller, 'admin:service_topologies')
}
