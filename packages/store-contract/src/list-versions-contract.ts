import type { StoreParts } from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from './property-runs.js'
import { at, sampleApiKey } from './sample.js'
import { sampleWeightPolicy } from './sample-entries.js'
import { SETTING_NAMES, SETTING_ROWS, type SettingName, type Step } from './setting-rows.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the versions of the lists of the configuration. */
export function listVersionsContract(harness: StoreHarness): void {
  it.each(LISTS)('should be another one after each change of %s, and the same without a change', async (list) => {
    const { store } = await harness.open()
    let before = await versionOf(store, list)
    for (const [step, change] of changesOf(list).entries()) {
      await change(store)
      const after = await versionOf(store, list)
      expect(after, `after change ${step + 1}`).not.toBe(before)
      expect(await store.snapshot((view) => versionOf(view, list))).toBe(after)
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
          for (const list of changed) await changesOf(list)[0](parts)
        })
        const after = await versionsOf(store)
        const differing = LISTS.filter((list) => before[list] !== after[list])
        expect(differing).toEqual(LISTS.filter((list) => changed.includes(list)))
      }),
      propertyRuns(harness, 20),
    )
  })

  it('should be another one after weight policies are released', async () => {
    const { store } = await harness.open()
    await store.weightPolicies.save([sampleWeightPolicy({ topologyId: 'shop' })])
    const before = await store.weightPolicies.version()
    await store.weightPolicies.release(['shop'])
    expect(await store.weightPolicies.version()).not.toBe(before)
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

type List = SettingName | 'apiKeys'
const LISTS: readonly List[] = [...SETTING_NAMES, 'apiKeys']

async function versionOf(parts: StoreParts, list: List): Promise<string> {
  return list === 'apiKeys' ? await parts.apiKeys.version() : await SETTING_ROWS[list].version(parts)
}

async function versionsOf(parts: StoreParts): Promise<Readonly<Record<string, string>>> {
  const read = LISTS.map(async (list) => [list, await versionOf(parts, list)] as const)
  return Object.fromEntries(await Promise.all(read))
}

/** Returns steps each of which changes a list. */
function changesOf(list: List): readonly [Step, ...Step[]] {
  if (list !== 'apiKeys') return SETTING_ROWS[list].steps()
  const key = sampleApiKey()
  return [
    ({ apiKeys }) => apiKeys.add(key, key.id),
    ({ apiKeys }) => apiKeys.update({ ...key, text: 'other' }),
    ({ apiKeys }) => apiKeys.update({ ...key, text: 'other', scopes: ['read:audit'] }),
    ({ apiKeys }) => apiKeys.update({ ...key, text: 'other', scopes: ['read:audit'], expireTime: at(7) }),
    ({ apiKeys }) => apiKeys.delete(key.id),
  ]
}
