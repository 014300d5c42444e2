import { OpsgraphError } from '../opsgraph-error.js'
import { type RelationKey, relationKey } from '../relation/relation.js'
import { bodyFault } from '../schema/body-error.js'
import type { KeptRelation } from '../snapshot/kept-relation.js'
import { ENTITY_KINDS } from '../snapshot/read-entity.js'
import type { Steps } from '../steps.js'
import type { Topology } from '../topology/topology.js'
import { truncateForMessage } from '../truncate-for-message.js'
import type { PlanDocument } from './plan-document.js'
import { relationText, type TouchedState, topologyText } from './touched-state.js'

/** What a plan document has of the state before the plan. */
export type PlanState = Pick<TouchedState, 'relations' | 'topologies'>

/** Reading this many relations takes a few milliseconds. */
const READ_AT_ONCE = 1_000

/**
 * Reads the state of a plan document by the rules of a snapshot, so that also a document that nobody has planned cannot
 * break a rule of what is stored.
 *
 * @throws OpsgraphError `invalid`, naming the entry
 */
export function* readPlanState({ state }: PlanDocument, newId: () => string): Steps<PlanState> {
  const taken = new Set<string>()
  const take = (path: string, name: string) => {
    if (taken.has(name)) throw bodyFault(path, 'is there twice')
    taken.add(name)
  }
  const relations: KeptRelation[] = []
  for (const [at, entry] of state.relations.entries()) {
    const path = `state.relations[${at}]`
    const relation = within(path, () => ENTITY_KINDS.relation.read(entry, newId))
    take(path, `relation ${relationKey(relation)}`)
    take(path, `id of a relation ${relation.id}`)
    relations.push(relation)
    if (at % READ_AT_ONCE === 0) yield
  }
  const topologies: Topology[] = []
  for (const [at, entry] of state.topologies.entries()) {
    const path = `state.topologies[${at}]`
    const topology = within(path, () => ENTITY_KINDS.topology.read(entry, newId))
    take(path, `service ${topology.service}`)
    take(path, `id of a topology ${topology.id}`)
    topologies.push(topology)
    yield
  }
  return { relations, topologies }
}

function within<Read>(path: string, read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof OpsgraphError)) throw error
    throw new OpsgraphError(error.kind, `${path}: ${error.message}`, error.issues, { cause: error })
  }
}

/**
 * Says, for people, what first differs between two states, apart from times. `undefined` = nothing.
 */
export function changeOfState(before: PlanState, now: PlanState): string | undefined {
  return (
    firstChange(before.relations, now.relations, { keyOf: relationKey, textOf: relationText, nameOf: relationName }) ??
    firstChange(before.topologies, now.topologies, {
      keyOf: ({ service }) => service,
      textOf: topologyText,
      nameOf: ({ service }) => `the topology of the service ${truncateForMessage(service)}`,
    })
  )
}

interface Compared<Item> {
  readonly keyOf: (item: Item) => string
  readonly textOf: (item: Item) => string
  readonly nameOf: (item: Item) => string
}

function firstChange<Item>(
  before: readonly Item[],
  now: readonly Item[],
  { keyOf, textOf, nameOf }: Compared<Item>,
): string | undefined {
  const left = new Map(before.map((item) => [keyOf(item), item]))
  for (const item of now) {
    const known = left.get(keyOf(item))
    if (known === undefined) return `${nameOf(item)} is new`
    if (textOf(known) !== textOf(item)) return `${nameOf(item)} has changed`
    left.delete(keyOf(item))
  }
  const [gone] = left.values()
  return gone === undefined ? undefined : `${nameOf(gone)} is gone`
}

function relationName({ environment, resource, parent }: RelationKey): string {
  const names = `${truncateForMessage(resource)} has parent ${truncateForMessage(parent)}`
  return `the relation "${names}" (environment "${truncateForMessage(environment)}")`
}
