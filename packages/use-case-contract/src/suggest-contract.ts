import type { AlertInput, Opsgraph, RelationSource, Suggestion } from '@opsgraph/core'
import { readAlert } from '@opsgraph/core/pure'
import type { OpenedStore, StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { shopBody } from './shop.js'
import { admin, setStage } from './stage.js'

/** Tests suggestions for alerts whose resource has no node (rules.md#suggestions). */
export function suggestContract(harness: StoreHarness): void {
  it('should suggest the missing environments and chains of resources of alerts', async () => {
    const { opsgraph } = await setStage(harness)
    const topology = await opsgraph.createTopology(admin, shopBody())
    await relate(opsgraph, { nic: ['host', 'policy'], disk: ['vm', 'cmdb'], vm: ['db', 'cmdb'] })
    await relate(opsgraph, { disk: ['web', 'policy'], nic: ['card', 'manual'] })
    await receive(opsgraph, 'disk')
    await receive(opsgraph, 'web')
    await receive(opsgraph, 'nic')
    await receive(opsgraph, 'pod', { environment: 'Staging', resourceParent: 'web' })
    const suggestion = await opsgraph.suggestTopology(admin, { id: topology.id })
    expect(pairs(topology.nodes, suggestion)).toEqual([
      ...['db > vm', 'vm > disk', 'Production > card', 'card > nic'],
      ...['Shop > Staging', 'Staging > web', 'web > pod'],
    ])
    expect(suggestion.summary).toEqual({
      newEnvironments: ['Staging'],
      newResources: [
        ...['vm', 'disk', 'card', 'nic'].map((resource) => ({ environment: 'Production', resource })),
        ...['web', 'pod'].map((resource) => ({ environment: 'Staging', resource })),
      ],
      skippedEnvironments: ['Production'],
      skippedResources: [{ environment: 'Production', resource: 'web' }],
    })
    for (const item of [...suggestion.nodes, ...suggestion.edges]) expect(item.suggested).toBe(true)
  })

  it('should use the parent that the oldest alert of a resource names', async () => {
    const { opsgraph } = await setStage(harness)
    const topology = await opsgraph.createTopology(admin, shopBody())
    await receive(opsgraph, 'vm', { resourceParent: 'web', createTime: '2026-02-02T00:00:00.000Z' })
    await receive(opsgraph, 'vm', { resourceParent: 'db', event: 'Old', createTime: '2026-02-01T00:00:00.000Z' })
    const { alerts } = await opsgraph.readAssignments(admin, { id: topology.id })
    const suggestion = await opsgraph.suggestTopology(admin, { id: topology.id })
    expect(pairs(topology.nodes, suggestion)).toEqual([`${alerts[0]?.resourceParent} > vm`])
  })

  it('should use only alerts of the requested severities, and excluded alerts only on request', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    for (const severity of ['major', 'minor', 'warning'] as const) await receive(opsgraph, severity, { severity })
    await receive(opsgraph, 'other', { service: ['bank'] })
    await receive(opsgraph, 'closed', { severity: 'ok' })
    const proposed = async (query: object = {}) =>
      (await opsgraph.suggestTopology(admin, { id, ...query })).nodes.map((node) => node.label)
    expect(await proposed()).toEqual(['major', 'minor', 'warning'])
    expect(await proposed({ severities: ['minor', 'warning'] })).toEqual(['minor', 'warning'])
    await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { alertImpact: { severities: ['major'] } } })
    expect(await proposed()).toEqual(['major'])
    expect(await proposed({ includeExcluded: true })).toEqual(['major', 'minor', 'warning'])
    await expect(opsgraph.suggestTopology(admin, { id: 'none' })).rejects.toMatchObject({ kind: 'notFound' })
  })

  it('should save nothing', async () => {
    const { opsgraph, peek, calls } = await setStage(harness)
    const topology = await opsgraph.createTopology(admin, shopBody())
    await receive(opsgraph, 'pod', { environment: 'Staging', resourceParent: 'host' })
    const before = await everything(peek)
    const made = new Map(calls)
    await opsgraph.suggestTopology(admin, { id: topology.id })
    const called = [...calls].filter(([name, times]) => times !== made.get(name)).map(([name]) => name)
    expect(called.toSorted()).toEqual(['alerts.activeOf', 'catalog.read', 'relations.neighbors', 'topologies.read'])
    expect(await everything(peek)).toEqual(before)
    expect(await opsgraph.readTopologyBy(admin, 'id', topology.id)).toEqual(topology)
  })

  it('should suggest a graph that can be saved, and that gives every alert a node', async () => {
    const { opsgraph } = await setStage(harness)
    const { id, nodes, edges } = await opsgraph.createTopology(admin, shopBody())
    await relate(opsgraph, { disk: ['vm', 'policy'], vm: ['disk', 'policy'], nic: ['db', 'policy'] })
    const received = [
      await receive(opsgraph, 'disk'),
      await receive(opsgraph, 'nic'),
      await receive(opsgraph, 'pod', { environment: 'Staging', resourceParent: 'host' }),
    ]
    const suggestion = await opsgraph.suggestTopology(admin, { id })
    const body = { nodes: [...nodes, ...suggestion.nodes], edges: [...edges, ...suggestion.edges] }
    const saved = await opsgraph.saveTopology(admin, { id, body })
    expect(saved.nodes.slice(0, nodes.length)).toEqual(nodes)
    expect(saved.nodes.slice(nodes.length)).toEqual(suggestion.nodes.map(({ suggested: _, ...node }) => node))
    const { assignments, rollups } = await opsgraph.readAssignments(admin, { id })
    expect([...assignments.values()].flat().toSorted()).toEqual(received.toSorted())
    expect(rollups.size).toBe(0)
    const again = await opsgraph.suggestTopology(admin, { id })
    expect([...again.nodes, ...again.edges, ...again.summary.newResources]).toEqual([])
  })

  it('should ask for parents at most 10 times, whatever the alerts and environments', async () => {
    const { opsgraph, calls } = await setStage(harness)
    const topology = await opsgraph.createTopology(admin, shopBody())
    const asked = async () => {
      const before = calls.get('relations.neighbors') ?? 0
      const { nodes } = await opsgraph.suggestTopology(admin, { id: topology.id })
      return { times: (calls.get('relations.neighbors') ?? 0) - before, nodes: nodes.length }
    }
    const chains = ['Production', 'Staging', 'Test'].flatMap((environment) =>
      Array.from({ length: 10 }, (_, chain) =>
        Array.from({ length: 14 }, (_, at) => ({
          environment,
          resource: `r${chain}.${at}`,
          parent: `r${chain}.${at + 1}`,
        })),
      ).flat(),
    )
    await opsgraph.putRelations(admin, { relations: chains })
    await receive(opsgraph, 'r0.0')
    expect(await asked()).toEqual({ times: 10, nodes: 11 })
    const lowest = chains.filter(({ resource }) => resource.endsWith('.0'))
    const bodies = lowest.flatMap(({ environment, resource }) =>
      ['Up', 'Down'].map((event) => body(resource, { environment, event })),
    )
    await opsgraph.receiveAlerts(admin, bodies.map(readAlert))
    expect(await asked()).toEqual({ times: 10, nodes: 30 * 11 + 2 })
  })
}

function body(resource: string, fields: Partial<AlertInput> = {}): AlertInput {
  return { environment: 'Production', resource, event: 'Down', severity: 'major', service: ['shop'], ...fields }
}

async function receive(opsgraph: Opsgraph, resource: string, fields?: Partial<AlertInput>): Promise<string> {
  return (await receiveAlert(opsgraph, admin, body(resource, fields))).id
}

/**
 * Stores relations in Production.
 *
 * @param parents the parent of each resource, and the source of the relation
 */
async function relate(opsgraph: Opsgraph, parents: Readonly<Record<string, readonly [string, RelationSource]>>) {
  for (const [resource, [parent, source]] of Object.entries(parents)) {
    await opsgraph.putRelation(admin, { resource, parent, environment: 'Production', source })
  }
}

async function everything(peek: OpenedStore['peek']) {
  return await Promise.all((['relation', 'topology', 'alert', 'apiKey', 'audit'] as const).map((table) => peek(table)))
}

/** Formats the suggested edges as `parent > child`, with the labels of the nodes. */
function pairs(stored: readonly { readonly id: string; readonly label: string }[], { nodes, edges }: Suggestion) {
  const labels = new Map([...stored, ...nodes].map((node) => [node.id, node.label]))
  return edges.map(({ source, target }) => `${labels.get(source)} > ${labels.get(target)}`)
}
