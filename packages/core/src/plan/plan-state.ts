import { OpsgraphError } from '../opsgraph-error.js'
import { type RelationKey, relationKey } from '../relation/relation.js'
import { bodyFault } from '../schema/body-error.js'
import type { RelationWithClaims } from '../snapshot/kept-relation.js'
import { ENTITY_KINDS } from '../snapshot/read-entity.js'
import type { Steps } from '../steps.js'
import type { Topology } from '../topology/topology.js'
import { truncateForMessage } from '../truncate-for-message.js'
import type { PlanDocument } from './plan-document.js'
import { relationText, type TouchedState, topologyText } from './touched-state.js'

/** The part of the state before a plan that a plan document contains. */
export type PlanState = Pick<TouchedState, 'relations' | 'topologies'>

/** Yields after this many relations, which take a few milliseconds. */
const RELATIONS_AT_ONCE = 1_000

/**
 * Reads the state of a plan document by the rules of a snapshot, so that even a forged document cannot store invalid
 * data. Yields for pauses.
 *
 * @throws OpsgraphError `invalid`, naming the entry
 */
export function* readPlanState({ state }: PlanDocument, newId: () => string): Steps<PlanState> {
  const seen = new Set<string>()
  const requireUnique = (path: string, name: string) => {
    if (seen.has(name)) throw bodyFault(path, 'is there twice')
    seen.add(name)
  }
  const relations: RelationWithClaims[] = []
  for (const [at, entry] of state.relations.entries()) {
    const path = `state.relations[${at}]`
    const relation = withPath(path, () => ENTITY_KINDS.relation.read(entry))
    requireUnique(path, `relation ${relationKey(relation)}`)
    requireUnique(path, `id of a relation ${relation.id}`)
    relations.push(relation)
    if (at % RELATIONS_AT_ONCE === 0) yield
  }
  const topologies: Topology[] = []
  for (const [at, entry] of state.topologies.entries()) {
    const path = `state.topologies[${at}]`
    const topology = withPath(path, () => ENTITY_KINDS.topology.read(entry, newId))
    requireUnique(path, `service ${topology.service}`)
    requireUnique(path, `id of a topology ${topology.id}`)
    topologies.push(topology)
    yield
  }
  return { relations, topologies }
}

function withPath<Read>(path: string, read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof OpsgraphError)) throw error
    throw new OpsgraphError(error.kind, `${path}: ${error.message}`, error.issues, { cause: error })
  }
}

/** Describes the first difference between two states for people. Times do not count. `undefined` = no difference. */
export function describeChange(before: PlanState, now: PlanState): string | undefined {
  return (
    firstChange(before.relations, now.relations, { keyOf: relationKey, textOf: relationText, nameOf: relationName }) ??
    firstChange(before.topologies, now.topologies, {
      keyOf: ({ service }) => service,
      textOf: topologyText,
      nameOf: ({ service }) => `the topology of the service ${truncateForMessage(service)}`,
    })
  )
}

interface Comparison<Item> {
  readonly keyOf: (item: Item) => string
  readonly textOf: (item: Item) => string
  readonly nameOf: (item: Item) => string
}

function firstChange<Item>(
  before: readonly Item[],
  now: readonly Item[],
  { keyOf, textOf, nameOf }: Comparison<Item>,
): string | undefined {
  const remaining = new Map(before.map((item) => [keyOf(item), item]))
  for (const item of now) {
    const former = remaining.get(keyOf(item))
    if (former === undefined) return `${nameOf(item)} is new`
    if (textOf(former) !== textOf(item)) return `${nameOf(item)} has changed`
    remaining.delete(keyOf(item))
  }
  const [removed] = remaining.values()
  return removed === undefined ? undefined : `${nameOf(removed)} is gone`
}

/** Names a relation for people. */
export function relationName({ environment, resource, parent }: RelationKey): string {
  const names = `${truncateForMessage(resource)} has parent ${truncateForMessage(parent)}`
  return `the relation "${names}" (environment "${truncateForMessage(environment)}")`
}
