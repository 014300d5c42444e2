import { invalid } from '../../opsgraph-error.js'
import type { LockArea, StoreParts, StoreTransaction } from '../../port/store.js'

interface Referenced {
  readonly area: LockArea
  readonly what: string
  readonly read: (parts: StoreParts, id: string) => Promise<unknown>
}

/** The fields in which a policy contains the id of another object, and how to lock and read this object. */
const REFERENCED = {
  topologyId: { area: 'topologies', what: 'topology', read: (parts, id) => parts.topologies.read(id) },
  webhookId: { area: 'webhooks', what: 'webhook', read: (parts, id) => parts.webhooks.read(id) },
} as const satisfies Readonly<Record<string, Referenced>>

/**
 * Locks the topologies or the webhooks, so that the object that a policy names cannot be deleted during the
 * transaction. A caller that also needs the lock `policies` must take the lock `policies` after this lock, to avoid
 * deadlocks.
 *
 * @param id `null` = the policy names no object; nothing is locked
 * @throws OpsgraphError `invalid` if the object does not exist (rules.md#weight-policies-5; rules.md#alert-policies)
 */
export async function lockReferenced(
  parts: StoreTransaction,
  field: keyof typeof REFERENCED,
  id: string | null,
): Promise<void> {
  if (id === null) return
  const { area, what, read } = REFERENCED[field]
  await parts.lock(area)
  if ((await read(parts, id)) === undefined) throw invalid(`${field}: there is no ${what} ${id}`)
}
