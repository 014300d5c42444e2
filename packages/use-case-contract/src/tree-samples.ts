import { randomUUID } from 'node:crypto'
import type { Opsgraph, Topology, TreeLoad } from '@opsgraph/core'
import { receiveTreeFile } from '@opsgraph/core/pure'
import { admin, type Stage } from './stage.js'

/** A node in a tree of an earlier release. */
export interface SampleNode {
  readonly type: string
  readonly label: string
  readonly children: readonly unknown[]
}

export function tree(label: string, ...children: readonly unknown[]): SampleNode {
  return { type: 'service', label, children }
}

export function environment(label: string, ...children: readonly unknown[]): SampleNode {
  return { type: 'environment', label, children }
}

export function resource(label: string, ...children: readonly unknown[]): SampleNode {
  return { type: 'resource', label, children }
}

/** A tree that violates no rule: in Production, db is below web and also below api. */
export const SOUND = tree(
  'Shop',
  environment('Production', resource('web', resource('db')), resource('api', resource('db'))),
)

/** A tree that violates one rule: db is in two environments. */
export const SPLIT = tree(
  'Shop',
  environment('Production', resource('web', resource('db')), resource('cache', resource('disk'))),
  environment('Staging', resource('db')),
)

/** A tree that violates two rules: a and b form a cycle, and c is below itself. */
export const LOOPED = tree(
  'Shop',
  environment('Production', resource('a', resource('b', resource('a'))), resource('c', resource('c'))),
)

/** Creates an entry of a file with trees. */
export function entry(fields: object = {}): object {
  return { id: 't1', name: 'Shop', description: 'The shop', service: 'shop', tree: SOUND, ...fields }
}

export async function load(opsgraph: Opsgraph, ...entries: readonly object[]): Promise<TreeLoad> {
  const bytes = new TextEncoder().encode(JSON.stringify(entries))
  return await opsgraph.loadTrees(admin, await receiveTreeFile(bytes, randomUUID))
}

/**
 * Upgrades all trees. Returns, for each tree, its id, whether it was upgraded, the codes of its faults, and the ids of
 * all topologies of its service if there are several.
 */
export async function upgrade(opsgraph: Opsgraph) {
  return shown(await opsgraph.upgradeTrees(admin))
}

export function shown(upgrades: TreeLoad['upgrades']) {
  return upgrades.map(({ topologyId, isUpgraded, issues, rivals }) => [
    topologyId,
    isUpgraded,
    issues.map(({ code }) => code),
    rivals,
  ])
}

export async function versions({ opsgraph }: Stage): Promise<readonly (readonly [string, number])[]> {
  const { items } = await opsgraph.listTopologies(admin, { pageSize: 1_000 })
  return items.map(({ id, schemaVersion }) => [id, schemaVersion])
}

/** Formats each edge as `parent -> child`, with the labels of the nodes. */
export function drawn({ nodes, edges }: Topology): readonly string[] {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  return edges.map(({ source, target }) => `${labels.get(source)} -> ${labels.get(target)}`)
}
