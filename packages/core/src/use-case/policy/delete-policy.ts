import { notFound } from '../../opsgraph-error.js'
import type { Dependencies } from '../../port/dependencies.js'
import { readIds } from '../../read-ids.js'

/**
 * Deletes a weight policy; weights that it has set stay (api.md, DELETE /api/service_topology_policy/<policy_id>).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteWeightPolicy({ store }: Dependencies, id: string): Promise<void> {
  await store.transaction(async (parts) => {
    await parts.lock('policies')
    if ((await parts.weightPolicies.delete([id])) === 0) throw notFound('policy')
  })
}

/**
 * Deletes a relation policy; relations that it has stated stay (decisions.md 7).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteRelationPolicy({ store }: Dependencies, id: string): Promise<void> {
  await store.transaction(async (parts) => {
    await parts.lock('policies')
    if ((await parts.relationPolicies.delete([id])) === 0) throw notFound('policy')
  })
}

/**
 * Deletes several weight policies; unknown ids are passed over (api.md, POST
 * /api/service_topology_policies/bulk/delete).
 *
 * @param entries ids as strings or `{id}` objects
 * @returns the number deleted
 * @throws OpsgraphError `invalid` when there is no valid id
 */
export async function deleteWeightPolicies({ store }: Dependencies, entries: unknown): Promise<number> {
  const ids = readIds(entries, 'policies')
  return await store.transaction(async (parts) => {
    await parts.lock('policies')
    return await parts.weightPolicies.delete(ids)
  })
}
