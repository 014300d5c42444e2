import { expect } from 'vitest'
import type { RelationSource } from '../../packages/core/src/index.js'
import type { Direction, Store } from '../../packages/core/src/store.js'
import type { GraphMemory } from '../../packages/core/src/use-case/relation/graph-memory.js'

/** The environments and names of the tests. They are few, so that changes often concern the same relation. */
export const ENVIRONMENTS = ['Production', 'Staging', 'é"\\\u{1F600}']
export const NAMES = ['a', 'b', 'c', 'd', '', '\u{1F600}', '\uFF5E', '__proto__']

/**
 * A call that writes relations between resources in `NAMES`. The ids and sourceRefs of the relations are derived from
 * these fields.
 */
export interface Write {
  readonly kind: 'upsert' | 'withdraw' | 'delete' | 'deleteOf'
  readonly environment: string
  readonly resource: string
  readonly parents: readonly string[]
  readonly source: RelationSource
  /** Seconds after the start of 2026. */
  readonly time: number
}

export async function write(relations: Store['relations'], one: Write): Promise<void> {
  const { kind, environment, resource, parents, source } = one
  const time = new Date(Date.UTC(2026, 0, 1) + one.time * 1000).toISOString()
  const ids = parents.map((parent) => JSON.stringify([environment, resource, parent]))
  if (kind === 'withdraw') {
    await relations.withdraw(
      parents.map((parent) => ({ environment, resource, parent, source, sourceRef: null })),
      time,
    )
  } else if (kind === 'delete') for (const id of ids) await relations.delete(id)
  else if (kind === 'deleteOf') await relations.deleteOf({ environment, resource, source })
  else {
    const times = { createTime: time, updateTime: time }
    await relations.upsert(
      parents.map((parent, at) => ({
        id: ids[at] ?? '',
        environment,
        resource,
        parent,
        source,
        sourceRef: null,
        ...times,
      })),
    )
  }
}

/**
 * Compares the graph in memory with the store, in one snapshot.
 *
 * @returns whether the graph in memory contained all environments, so that all of them were compared
 */
export async function expectSameState(store: Store, memory: GraphMemory): Promise<boolean> {
  return await store.snapshot(async (parts) => {
    const lookup = await memory.at(parts, ENVIRONMENTS)
    const frontiers = new Map(ENVIRONMENTS.map((environment) => [environment, NAMES]))
    for (const direction of ['parents', 'children'] satisfies Direction[]) {
      const remembered = await lookup.neighbors(direction, frontiers)
      expect(sorted(remembered)).toEqual(sorted(await parts.relations.neighbors(direction, frontiers)))
    }
    return lookup !== parts.relations
  })
}

/** Loads all environments into memory, and checks the result. */
export async function loadAll(store: Store, memory: GraphMemory): Promise<void> {
  // The graph in memory loads one environment at a time: each call of `at` starts to load the next missing one.
  for (const _ of ENVIRONMENTS) {
    await store.snapshot((parts) => memory.at(parts, ENVIRONMENTS))
    await memory.settle()
  }
  expect(memory.counts().environments).toBe(ENVIRONMENTS.length)
  expect(await expectSameState(store, memory)).toBe(true)
}

function sorted(found: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>) {
  return [...found].map(([environment, neighbors]) => [environment, [...neighbors].sort()]).sort()
}
