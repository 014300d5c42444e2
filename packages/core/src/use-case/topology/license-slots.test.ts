import { describe, expect, it } from 'vitest'
import type { License } from '../../port/license.js'
import type { TopologyStore } from '../../port/topology-store.js'
import { countFreeSlots, noFreeSlotError } from './license-slots.js'

describe('countFreeSlots', () => {
  it.each([
    ['null without a limit', { topologyFeature: true, topologyLimit: null }, null],
    ['the rest of the limit', { topologyFeature: true, topologyLimit: 5 }, 2],
    ['0 if the limit is reached', { topologyFeature: true, topologyLimit: 3 }, 0],
    ['0 if a smaller license was installed later', { topologyFeature: true, topologyLimit: 1 }, 0],
    ['0 without the feature', { topologyFeature: false, topologyLimit: null }, 0],
  ] as const)('should be %s', async (_, license: License, expected) => {
    const topologies = { count: async () => 3 } as TopologyStore
    expect(await countFreeSlots({ license }, { topologies })).toBe(expected)
  })
})

describe('noFreeSlotError', () => {
  it('should say which rule of the license applies, and keep the issues', () => {
    const license = { topologyFeature: true, topologyLimit: 3 }
    const issues = [{ code: 'licenseLimit', path: 'topologies[shop]', message: 'the service shop would need one' }]
    expect(noFreeSlotError({ license }, issues)).toMatchObject({
      kind: 'forbidden',
      message: 'the license allows 3 topologies, and there would be more',
      issues,
    })
    expect(noFreeSlotError({ license: { ...license, topologyFeature: false } }).message).toMatch(/does not include/)
  })
})
