import { withdrawableClaims } from '../../cmdb/claim-withdrawal.js'
import type { StatedParents } from '../../cmdb/cmdb-record.js'
import { keysOfRecords, type StoredGraph } from '../../cmdb/plan-cmdb-relations.js'
import type { StatementRules } from '../../cmdb/removal-scope.js'
import type { StoreParts } from '../../port/store.js'

/**
 * Reads the stored relations and claims that a file may change: those that it states, and those that its source has
 * stated before.
 */
export async function readStatedGraph(
  { relations }: Pick<StoreParts, 'relations'>,
  records: readonly StatedParents[],
  stating: Pick<StatementRules, 'source' | 'removalScope' | 'statesAllParents'>,
): Promise<StoredGraph & { readonly hasAtStake: boolean }> {
  const own = await relations.claimsBy('cmdb', [stating.source])
  const stored = await relations.find([...own, ...keysOfRecords(records)])
  const atStake = withdrawableClaims(own, records, stating)
  const others = atStake.length === 0 ? [] : await relations.claims(atStake)
  return { relations: stored, claims: [...own, ...others], hasAtStake: atStake.length > 0 }
}
