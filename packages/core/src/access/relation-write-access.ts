import type { RelationSource } from '../relation/relation-source.js'
import { type Caller, requireScope } from './caller.js'

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
