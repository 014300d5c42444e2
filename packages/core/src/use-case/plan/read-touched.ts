import { groupBy } from '../../group-by.js'
import type { TouchedKeys, TouchedState } from '../../plan/touched-state.js'
import type { StoreParts } from '../../port/store.js'
import { type RelationKey, relationKey } from '../../relation/relation.js'
import { keptRelation } from '../../snapshot/kept-relation.js'
import { eachInSteps, type Steps } from '../../steps.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'

/** Handling this many keys takes a few milliseconds; then the process can do other work. */
const KEYS_AT_ONCE = 5_000

/**
 * Reads the stored data that a plan touches. If a plan touches a topology, it also touches the relations that the
 * topology draws.
 *
 * @param locks true if the relations must be locked until the transaction ends
 */
export async function readTouched(parts: StoreParts, touched: TouchedKeys, locks: boolean): Promise<TouchedState> {
  const { services, catalogServices } = touched
  const topologies = services.length === 0 ? [] : await parts.topologies.readByServices(services)
  const ids = topologies.map(({ id }) => id)
  const drawn = ids.length === 0 ? [] : await parts.relations.claimsBy('topology', ids)
  const keys = await runWithPauses(distinctKeys([touched.stated, touched.others, drawn]))
  const relations = keys.length === 0 ? [] : await (locks ? parts.relations.lock(keys) : parts.relations.find(keys))
  const claims = groupBy(relations.length === 0 ? [] : await parts.relations.claims(relations), relationKey)
  const entries = catalogServices.length === 0 ? [] : await parts.catalog.find(catalogServices)
  return {
    relations: relations.map((relation) => keptRelation(relation, claims.get(relationKey(relation)) ?? [])),
    topologies,
    catalogServices: entries,
  }
}

function* distinctKeys(lists: readonly (readonly RelationKey[])[]): Steps<readonly RelationKey[]> {
  const keys = new Map<string, RelationKey>()
  for (const list of lists) yield* eachInSteps(list, KEYS_AT_ONCE, (key) => keys.set(relationKey(key), key))
  return [...keys.values()]
}
