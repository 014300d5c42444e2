import type { RelationSource } from '../relation/relation-source.js'
import { type Caller, requireScope } from './caller.js'

/**
 * Relations of another source than `manual` are written by opsgraph itself; by hand they need more than `write`
 * (rules.md#scopes).
 *
 * @throws OpsgraphError `forbidden`
 */
export function requireRelationSource(caller: Caller, source: RelationSource): void {
  if (source !== 'manual') requireScope(caller, 'admin:service_topologies')
}
