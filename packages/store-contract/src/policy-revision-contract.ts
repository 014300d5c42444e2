import { LIST_COLUMNS } from '@opsgraph/core'
import type { StoreParts } from '@opsgraph/core/store'
import { expect, it } from 'vitest'
import { type RevisedData, revisionContract } from './revision-contract.js'
import { at, nextId } from './sample.js'
import { sampleWeightPolicy } from './sample-entries.js'
import { SETTING_NAMES, SETTING_ROWS } from './setting-rows.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the guarantees of `PolicyRevision`. */
export function policyRevisionContract(harness: StoreHarness): void {
  it('should be of exactly those lists that core marks as revised', () => {
    const known = SETTING_NAMES.filter((name) => 'isRevised' in LIST_COLUMNS[name].config)
    expect(known.toSorted()).toEqual(REVISED.toSorted())
  })

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

/** The lists whose changes also change the revision. */
const REVISED = ['alertPolicies', 'weightPolicies', 'relationPolicies', 'maintenance', 'aliases'] as const
const REVISED_ROWS = REVISED.map((name) => SETTING_ROWS[name])

const CHANGES: RevisedData['changes'] = [
  (parts) => parts.weightPolicies.save([WEIGHT, sampleWeightPolicy({ id: nextId() })]),
  (parts) => parts.weightPolicies.save([{ ...WEIGHT, weight: 3 }]),
  ...REVISED_ROWS.flatMap((rows) => rows.steps()),
  (parts) => parts.weightPolicies.delete([WEIGHT.id]),
]

async function readAll(parts: StoreParts): Promise<void> {
  for (const { list } of REVISED_ROWS) await list(parts)
  await parts.alertPolicies.ofWebhooks(['probe'])
  await parts.weightPolicies.active()
  await parts.relationPolicies.active()
  await parts.alertPolicies.active()
  await parts.weightPolicies.find([WEIGHT.id])
  await parts.weightPolicies.read(WEIGHT.id)
  await parts.relationPolicies.lastCreateTime()
  await parts.maintenance.read('night')
  await parts.maintenance.pending(at(0))
  await parts.aliases.find([{ environment: '', alias: 'db' }])
  await parts.aliases.of([{ environment: '', resource: 'database' }])
  await parts.aliases.any()
  await parts.policyRevision.read()
}
