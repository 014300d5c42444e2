import type { StoreParts } from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sampleAlias } from './alias-store-contract.js'
import { sampleMaintenanceWindow } from './maintenance-store-contract.js'
import { propertyRuns } from './property-runs.js'
import { at, nextId, sampleApiKey } from './sample.js'
import { sampleAlertPolicy, sampleCatalogService, sampleRelationPolicy, sampleWeightPolicy } from './sample-entries.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the versions of the lists of the configuration. */
export function listVersionsContract(harness: StoreHarness): void {
  it.each(LISTS)('should be another one after each change of %s, and the same without a change', async (list) => {
    const { store } = await harness.open()
    let before = await VERSIONS[list](store)
    for (const [step, change] of CHANGES[list]().entries()) {
      await change(store)
      const after = await VERSIONS[list](store)
      expect(after, `after change ${step + 1}`).not.toBe(before)
      expect(await store.snapshot((view) => VERSIONS[list](view))).toBe(after)
      before = after
    }
  })

  it('should change if and only if the list has changed, after any changes', async () => {
    const { store } = await harness.open()
    const steps = fc.array(fc.constantFrom(...LISTS), { maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(steps, async (changed) => {
        const before = await versionsOf(store)
        await store.transaction(async (parts) => {
          for (const list of changed) await CHANGES[list]()[0]?.(parts)
        })
        const after = await versionsOf(store)
        const differing = LISTS.filter((list) => before[list] !== after[list])
        expect(differing).toEqual(LISTS.filter((list) => changed.includes(list)))
      }),
      propertyRuns(harness, 20),
    )
  })

  it('should stay the same when API keys are used', async () => {
    const { store } = await harness.open()
    const key = sampleApiKey()
    await store.apiKeys.add(key, 'digest')
    const before = await store.apiKeys.version()
    await store.apiKeys.touch(key.id, at(5))
    expect(await store.apiKeys.version()).toBe(before)
  })
}

// Helpers

type Step = (parts: StoreParts) => Promise<unknown>

const VERSIONS = {
  catalog: ({ catalog }) => catalog.version(),
  alertPolicies: ({ alertPolicies }) => alertPolicies.version(),
  weightPolicies: ({ weightPolicies }) => weightPolicies.version(),
  relationPolicies: ({ relationPolicies }) => relationPolicies.version(),
  maintenance: ({ maintenance }) => maintenance.version(),
  aliases: ({ aliases }) => aliases.version(),
  apiKeys: ({ apiKeys }) => apiKeys.version(),
} as const satisfies Readonly<Record<string, (parts: StoreParts) => Promise<string>>>

type List = keyof typeof VERSIONS
const LISTS = Object.keys(VERSIONS) as readonly List[]

async function versionsOf(parts: StoreParts): Promise<Readonly<Record<string, string>>> {
  const read = LISTS.map(async (list) => [list, await VERSIONS[list](parts)] as const)
  return Object.fromEntries(await Promise.all(read))
}

/** For each list: steps that add a row, change it, add another row, and remove the first one. */
const CHANGES: Readonly<Record<List, () => readonly Step[]>> = {
  catalog: () => {
    const entry = sampleCatalogService()
    return [
      ({ catalog }) => catalog.save([entry]),
      ({ catalog }) => catalog.save([{ ...entry, name: 'other' }]),
      ({ catalog }) => catalog.save([sampleCatalogService()]),
      ({ catalog }) => catalog.delete([entry.serviceId]),
    ]
  },
  alertPolicies: () => {
    const policy = sampleAlertPolicy({ id: nextId() })
    return [
      ({ alertPolicies }) => alertPolicies.save([policy]),
      ({ alertPolicies }) => alertPolicies.save([{ ...policy, order: policy.order + 1 }]),
      ({ alertPolicies }) => alertPolicies.save([sampleAlertPolicy({ id: nextId() })]),
      ({ alertPolicies }) => alertPolicies.delete([policy.id]),
    ]
  },
  weightPolicies: () => {
    const policy = sampleWeightPolicy({ id: nextId(), topologyId: 'shop' })
    return [
      ({ weightPolicies }) => weightPolicies.save([policy]),
      ({ weightPolicies }) => weightPolicies.save([{ ...policy, weight: policy.weight + 1 }]),
      ({ weightPolicies }) => weightPolicies.release(['shop']),
      ({ weightPolicies }) => weightPolicies.delete([policy.id]),
    ]
  },
  relationPolicies: () => {
    const policy = sampleRelationPolicy({ id: nextId() })
    return [
      ({ relationPolicies }) => relationPolicies.save([policy]),
      ({ relationPolicies }) => relationPolicies.save([{ ...policy, parent: 'other' }]),
      ({ relationPolicies }) => relationPolicies.save([sampleRelationPolicy({ id: nextId() })]),
      ({ relationPolicies }) => relationPolicies.delete([policy.id]),
    ]
  },
  maintenance: () => {
    const window = sampleMaintenanceWindow()
    return [
      ({ maintenance }) => maintenance.save([window]),
      ({ maintenance }) => maintenance.save([{ ...window, text: 'other' }]),
      ({ maintenance }) => maintenance.save([sampleMaintenanceWindow()]),
      ({ maintenance }) => maintenance.delete(window.id),
    ]
  },
  aliases: () => {
    const alias = sampleAlias()
    return [
      ({ aliases }) => aliases.save([alias]),
      ({ aliases }) => aliases.save([{ ...alias, resource: 'other' }]),
      ({ aliases }) => aliases.save([sampleAlias()]),
      ({ aliases }) => aliases.delete([alias.id]),
    ]
  },
  apiKeys: () => {
    const key = sampleApiKey()
    return [
      ({ apiKeys }) => apiKeys.add(key, key.id),
      ({ apiKeys }) => apiKeys.update({ ...key, text: 'other' }),
      ({ apiKeys }) => apiKeys.update({ ...key, text: 'other', scopes: ['read:audit'] }),
      ({ apiKeys }) => apiKeys.update({ ...key, text: 'other', scopes: ['read:audit'], expireTime: at(7) }),
      ({ apiKeys }) => apiKeys.delete(key.id),
    ]
  },
}
