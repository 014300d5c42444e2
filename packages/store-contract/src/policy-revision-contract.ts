import type { StoreParts } from '@opsgraph/core/store'
import { expect, it } from 'vitest'
import { sampleAlias } from './alias-store-contract.js'
import { sampleMaintenanceWindow } from './maintenance-store-contract.js'
import { type RevisedData, revisionContract } from './revision-contract.js'
import { at, nextId } from './sample.js'
import { sampleAlertPolicy, sampleRelationPolicy, sampleWeightPolicy } from './sample-entries.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the guarantees of `PolicyRevision`. */
export function policyRevisionContract(harness: StoreHarness): void {
  revisionContract(harness, {
    revision: ({ policyRevision }) => policyRevision.read(),
    changes: CHANGES,
    concurrentChange: async (parts, writer) => CHANGES[writer % CHANGES.length]?.(parts),
    readAll,
    content: ({ weightPolicies }) => weightPolicies.active(),
  })

  it('should not change when policies are released', async () => {
    const { store } = await harness.open()
    await store.weightPolicies.save([WEIGHT])
    const before = await store.policyRevision.read()
    await store.weightPolicies.release(['shop'])
    expect((await store.weightPolicies.read(WEIGHT.id))?.topologyId).toBeNull()
    expect(await store.policyRevision.read()).toBe(before)
  })
}

// Helpers

const WEIGHT = sampleWeightPolicy({ topologyId: 'shop' })
const RELATION = sampleRelationPolicy()
const ALERT = sampleAlertPolicy()
const MAINTENANCE = sampleMaintenanceWindow()
const ALIAS = sampleAlias()

const CHANGES: RevisedData['changes'] = [
  (parts) => parts.weightPolicies.save([WEIGHT, sampleWeightPolicy({ id: nextId() })]),
  (parts) => parts.relationPolicies.save([RELATION]),
  (parts) => parts.alertPolicies.save([ALERT]),
  (parts) => parts.alertPolicies.save([{ ...ALERT, order: 1 }]),
  (parts) => parts.weightPolicies.save([{ ...WEIGHT, weight: 3 }]),
  (parts) => parts.relationPolicies.save([{ ...RELATION, status: 'inactive' }]),
  (parts) => parts.weightPolicies.save([WEIGHT]),
  (parts) => parts.maintenance.save([MAINTENANCE]),
  (parts) => parts.maintenance.delete(MAINTENANCE.id),
  (parts) => parts.aliases.save([ALIAS]),
  (parts) => parts.aliases.save([{ ...ALIAS, resource: 'other' }]),
  (parts) => parts.aliases.delete([ALIAS.id]),
  (parts) => parts.relationPolicies.delete([RELATION.id]),
  (parts) => parts.alertPolicies.delete([ALERT.id]),
  (parts) => parts.weightPolicies.delete([WEIGHT.id]),
]

async function readAll(parts: StoreParts): Promise<void> {
  const everything = { filters: {}, sort: undefined, page: 1, pageSize: 10 }
  await parts.weightPolicies.list(everything)
  await parts.relationPolicies.list(everything)
  await parts.alertPolicies.list(everything)
  await parts.alertPolicies.ofWebhooks(['probe'])
  await parts.weightPolicies.active()
  await parts.relationPolicies.active()
  await parts.alertPolicies.active()
  await parts.weightPolicies.find([WEIGHT.id])
  await parts.weightPolicies.read(WEIGHT.id)
  await parts.relationPolicies.lastCreateTime()
  await parts.maintenance.list(everything)
  await parts.maintenance.read(MAINTENANCE.id)
  await parts.maintenance.pending(at(0))
  await parts.aliases.list(everything)
  await parts.aliases.find([ALIAS])
  await parts.aliases.of([ALIAS])
  await parts.aliases.any()
  await parts.policyRevision.read()
}
