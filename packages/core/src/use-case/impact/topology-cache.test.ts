import { expect, it } from 'vitest'
import type { TopologyStore } from '../../port/topology-store.js'
import type { Topology } from '../../topology/topology.js'
import { TopologyCache } from './topology-cache.js'

it('should not mix topologies of an older snapshot with versions of a newer one', async () => {
  const memo = new TopologyCache()
  await memo.topologies(partsOf(topologies(1, 0)))
  let release = () => {}
  const slow = new Promise<void>((resolve) => {
    release = resolve
  })
  const older = memo.topologies(partsOf(topologies(0, 0)))
  const newer = memo.topologies(partsOf(topologies(1, 1), slow))
  await older
  release()
  await newer
  const found = await memo.topologies(partsOf(topologies(1, 1)))
  expect(found.get('one')?.nodes.resource({ environment: 'P', resource: 'r1' })).toBe('one')
})

function topologies(first: number, second: number): readonly Topology[] {
  return [drawn('one', first), drawn('two', second)]
}

/** A topology whose only node is on the resource `r<version>`. */
function drawn(id: string, version: number): Topology {
  const node = { id, kind: 'resource', label: 'r', environment: 'P', resource: `r${version}` } as const
  return {
    ...{ id, name: id, service: id, description: '', serviceKpi: null, orientation: 'TB', schemaVersion: 2 },
    ...{ createTime: '2026-01-01T00:00:00.000Z', updateTime: `2026-01-01T00:00:0${version}.000Z`, edges: [] },
    nodes: [{ ...node, icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } }],
  }
}

function partsOf(stored: readonly Topology[], wait = Promise.resolve()) {
  const topologies: Pick<TopologyStore, 'headings' | 'find'> = {
    headings: async () => stored,
    find: async (ids) => {
      await wait
      return stored.filter(({ id }) => ids.includes(id))
    },
  }
  return { topologies: topologies as TopologyStore }
}
