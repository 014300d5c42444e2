import { createOpsgraph, type Opsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { alertOn, chain, createTopologyOf, ENVIRONMENT } from './impact-scene.js'
import { admin, setStage } from './stage.js'

/**
 * Tests redundancy rules that have little effect: their resource has too few children, no children, or a circle of
 * children, or the resource is gone (rules.md#redundancy-rules-7, rules.md#redundancy-3).
 */
export function idleRulesContract(harness: StoreHarness): void {
  it.each([0, 1, '0%', '100%'])(
    'should let a rule of a resource without children change nothing: %s',
    async (enough) => {
      const { opsgraph } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['cluster'])
      await chain(opsgraph, 'cluster', 'rack')
      await put(opsgraph, 'cluster', { minHealthy: enough, degraded: null })
      await alertOn(opsgraph, 'cluster')
      expect(await shopOf(opsgraph)).toMatchObject({ severity: 'critical', heldCount: 0, redundancy: [] })
      expect(await resourcesWithRule(opsgraph)).toEqual(['cluster'])
      await chain(opsgraph, 'node', 'cluster')
      await alertOn(opsgraph, 'node')
      expect((await shopOf(opsgraph))?.redundancy).toMatchObject([{ resource: 'cluster', of: 1, healthy: 0 }])
    },
  )

  it('should never let a rule hold that needs more children than there are', async () => {
    const { opsgraph } = await setStage(harness)
    await createTopologyOf(opsgraph, 'shop', ['cluster'])
    for (const node of ['one', 'two']) await chain(opsgraph, node, 'cluster')
    await put(opsgraph, 'cluster', { minHealthy: 3, degraded: null })
    await alertOn(opsgraph, 'one', { severity: 'minor' })
    expect(await shopOf(opsgraph)).toMatchObject({ severity: 'minor', heldCount: 0, redundancy: [] })
    await alertOn(opsgraph, 'one')
    const redundancy = [{ environment: ENVIRONMENT, resource: 'cluster', of: 2, healthy: 1, minHealthy: 3 }]
    expect(await shopOf(opsgraph)).toMatchObject({ severity: 'critical', heldCount: 0, redundancy })
    await put(opsgraph, 'cluster', { minHealthy: 1, degraded: null })
    expect(await shopOf(opsgraph)).toMatchObject({ severity: null, heldCount: 1 })
  })

  it('should not let two resources of a circle fail through each other alone', async () => {
    const { opsgraph } = await setStage(harness)
    await createTopologyOf(opsgraph, 'shop', ['left'])
    await chain(opsgraph, 'left', 'right', 'left')
    await chain(opsgraph, 'disk', 'left')
    for (const resource of ['left', 'right']) await put(opsgraph, resource, { minHealthy: 1 })
    const { id } = await alertOn(opsgraph, 'disk')
    const ofLeft = { environment: ENVIRONMENT, resource: 'left', of: 2, minHealthy: 1 }
    expect(await shopOf(opsgraph)).toMatchObject({ severity: 'warning', redundancy: [{ ...ofLeft, healthy: 1 }] })
    expect((await opsgraph.readAlertImpact(admin, id)).services).toMatchObject([
      { service: 'shop', arrives: 'warning', heldBy: [{ ...ofLeft, healthy: 1 }] },
    ])
    await alertOn(opsgraph, 'right')
    const ofRight = { environment: ENVIRONMENT, resource: 'right', of: 1, healthy: 0, minHealthy: 1 }
    expect(await shopOf(opsgraph)).toMatchObject({
      severity: 'critical',
      redundancy: [{ ...ofLeft, healthy: 0 }, ofRight],
    })
  })

  it('should keep a rule whose resource is gone, also after a restart, and obey it when the resource is back', async () => {
    const { opsgraph, store } = await setStage(harness)
    const { id, ...drawn } = await createTopologyOf(opsgraph, 'shop', ['app', 'cluster'], [['app', 'cluster']])
    for (const node of ['one', 'two']) await chain(opsgraph, node, 'cluster', 'app')
    await put(opsgraph, 'cluster', { minHealthy: 1 })
    await alertOn(opsgraph, 'one')
    expect(await shopOf(opsgraph)).toMatchObject({ severity: 'warning' })
    const isOther = ({ label }: { readonly label: string }) => label !== 'cluster'
    const nodes = drawn.nodes.filter(isOther)
    const known = new Set(nodes.map((node) => node.id))
    const edges = drawn.edges.filter(({ source, target }) => known.has(source) && known.has(target))
    await opsgraph.saveTopology(admin, { id, body: { nodes, edges } })
    for (const resource of ['one', 'two', 'cluster']) {
      await opsgraph.deleteRelationsOf(admin, { environment: ENVIRONMENT, resource })
    }
    for (const server of [opsgraph, createOpsgraph({ store })]) {
      expect(await shopOf(server)).toMatchObject({ severity: null, redundancy: [] })
      expect(await resourcesWithRule(server)).toEqual(['cluster'])
      expect(
        (await server.readRedundancyRule(admin, { environment: ENVIRONMENT, resource: 'cluster' })).minHealthy,
      ).toBe(1)
      expect((await server.simulateFailures(admin, { environment: ENVIRONMENT, resources: ['one'] })).services).toEqual(
        [],
      )
    }
    for (const node of ['one', 'two']) await chain(opsgraph, node, 'cluster', 'app')
    expect(await shopOf(opsgraph)).toMatchObject({ severity: 'warning' })
  })
}

// Helpers

type Body = Parameters<Opsgraph['putRedundancyRule']>[1]['body']

async function put(opsgraph: Opsgraph, resource: string, body: Body): Promise<void> {
  await opsgraph.putRedundancyRule(admin, { environment: ENVIRONMENT, resource, body })
}

async function shopOf(opsgraph: Opsgraph) {
  return (await opsgraph.readImpact(admin, { filters: { service: ['shop'] } })).items[0]
}

async function resourcesWithRule(opsgraph: Opsgraph): Promise<readonly string[]> {
  return (await opsgraph.listRedundancyRules(admin, {})).items.map(({ resource }) => resource)
}
