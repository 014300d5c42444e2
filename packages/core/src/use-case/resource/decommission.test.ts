import { describe, expect, it } from 'vitest'
import type { Dependencies } from '../dependencies.js'
import { decommissionResources } from './decommission.js'

const CALLER = { user: 'me', scopes: ['admin'] as const, requestId: null }

describe('decommissionResources', () => {
  it('should refuse resources with more active alerts than one request may close', async () => {
    const decommission = (total: number) =>
      decommissionResources(dependenciesWith(total), CALLER, { resources: ['a'], dryRun: true })
    expect((await decommission(10_000)).counts.alerts).toBe(10_000)
    await expect(decommission(10_001)).rejects.toMatchObject({
      kind: 'invalid',
      message:
        '10001 alerts of these resources are active, the limit is 10000: close alerts before, or decommission fewer resources at a time',
    })
  })
})

// Helpers

/** A store with one resource, which has this number of active alerts. */
function dependenciesWith(total: number): Dependencies {
  const none = async () => []
  const parts = {
    resources: { find: async () => [{ environment: '', resource: 'a' }] },
    relations: { touching: none, claims: none },
    topologies: { idsDrawing: none, find: none },
    redundancyRules: { find: none },
    aliases: { any: async () => false, of: none },
    alerts: { list: async () => ({ items: [], total }) },
  }
  const working = { pass: (work: () => unknown) => work() }
  const store = { snapshot: (work: (given: unknown) => unknown) => work(parts) }
  return { fileSemaphores: { working }, store } as unknown as Dependencies
}
