import type { RelationSource } from '@opsgraph/core'
import { readAlert } from '@opsgraph/core/pure'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { shopBody } from './shop.js'
import { admin, setStage } from './stage.js'

/** Tests to which nodes alerts are assigned (rules.md#assignments). */
export function assignmentContract(harness: StoreHarness): void {
  it('should assign alerts to nodes in the four steps of the rules', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    const put = (resource: string, parent: string) =>
      opsgraph.putRelation(admin, { resource, parent, environment: 'Production' })
    await put('disk', 'vm')
    await put('vm', 'db')
    const receive = async (resource: string, fields = {}) => {
      const alert = {
        environment: 'Production',
        resource,
        event: 'Down',
        severity: 'major',
        service: ['shop'],
      } as const
      return (await receiveAlert(opsgraph, admin, { ...alert, ...fields })).id
    }
    const onNode = await receive('web')
    const rolledUp = await receive('disk')
    const stated = await receive('pod', { resourceParent: 'cache' })
    await opsgraph.deleteRelationsOf(admin, { resource: 'pod', environment: 'Production' })
    const inEnvironment = await receive('unknown')
    const nowhere = await receive('web', { environment: 'Staging' })
    await receive('web', { event: 'Up', severity: 'ok' })
    await receive('web', { event: 'Other', service: ['bank'] })
    const { alerts, assignments, rollups, unassigned } = await opsgraph.readAssignments(admin, { id })
    expect(alerts.map((alert) => alert.id)).toEqual([onNode, rolledUp, stated, inEnvironment, nowhere])
    expect(assignments).toEqual(
      new Map([
        ['web', [onNode]],
        ['db', [rolledUp]],
        ['cache', [stated]],
        ['e', [inEnvironment]],
      ]),
    )
    expect(rollups).toEqual(
      new Map([
        [rolledUp, { nodeId: 'db', via: 'db' }],
        [stated, { nodeId: 'cache', via: 'cache' }],
      ]),
    )
    expect(unassigned).toEqual([nowhere])
  })

  it('should assign only alerts of the requested severities', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    for (const severity of ['major', 'minor', 'warning'] as const) {
      await opsgraph.receiveAlert(admin, {
        environment: 'Production',
        resource: 'web',
        event: severity,
        severity,
        service: ['shop'],
      })
    }
    const severities = async (wanted?: readonly string[]) =>
      (await opsgraph.readAssignments(admin, { id, severities: wanted })).alerts.map((alert) => alert.severity)
    expect(await severities()).toEqual(['major', 'minor', 'warning'])
    expect(await severities(['minor', 'warning'])).toEqual(['minor', 'warning'])
    await expect(opsgraph.readAssignments(admin, { id: 'none' })).rejects.toMatchObject({ kind: 'notFound' })
  })

  it('should take the main parent first: the highest-ranked one that is nearest to a node', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    const put = (parent: string, source: RelationSource) =>
      opsgraph.putRelation(admin, { resource: 'disk', parent, environment: 'Production', source })
    await put('cache', 'policy')
    await put('db', 'cmdb')
    await opsgraph.receiveAlert(admin, {
      environment: 'Production',
      resource: 'disk',
      event: 'Full',
      severity: 'major',
      service: ['shop'],
    })
    const via = async () =>
      [...(await opsgraph.readAssignments(admin, { id })).rollups.values()].map((rollup) => rollup.via)
    expect(await via()).toEqual(['db'])
    await put('web', 'manual')
    expect(await via()).toEqual(['web'])
  })

  it('should ask for ancestors at most 10 times, whatever the alerts and environments', async () => {
    const { opsgraph, calls } = await setStage(harness)
    const environments = ['Production', 'Staging', 'Test']
    const nodes = environments.flatMap((label) => [
      { id: `${label}-e`, kind: 'environment' as const, label },
      { id: `${label}-top`, kind: 'resource' as const, label: 'top' },
    ])
    const edges = environments.flatMap((label) => [
      { source: 's', target: `${label}-e` },
      { source: `${label}-e`, target: `${label}-top` },
    ])
    const graph = { nodes: [{ id: 's', kind: 'service' as const, label: 'Shop' }, ...nodes], edges }
    const { id } = await opsgraph.createTopology(admin, shopBody('', graph))
    const chains = environments.flatMap((environment) =>
      Array.from({ length: 10 }, (_, chain) =>
        Array.from({ length: 14 }, (_, at) => ({
          environment,
          resource: `r${chain}.${at}`,
          parent: at === 12 ? 'top' : `r${chain}.${at + 1}`,
        })),
      ).flat(),
    )
    await opsgraph.putRelations(admin, { relations: chains })
    const drafts = chains.map(({ environment, resource }) =>
      readAlert({ environment, resource, event: 'Down', severity: 'major', service: ['shop'] }),
    )
    await opsgraph.receiveAlerts(admin, drafts)
    const { alerts, rollups } = await opsgraph.readAssignments(admin, { id })
    expect(calls.get('relations.neighbors')).toBeLessThanOrEqual(10)
    const levelsUp = alerts
      .filter((alert) => rollups.has(alert.id))
      .map((alert) => 13 - Number(alert.resource.split('.')[1]))
    expect(new Set(levelsUp)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
    expect(rollups.size).toBe(environments.length * 10 * 10)
  })
}
