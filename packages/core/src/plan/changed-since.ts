import { type CatalogService, emptyCatalogService } from '../catalog/catalog-service.js'
import { isSameJson, type JsonValue } from '../json-value.js'
import { relationKey } from '../relation/relation.js'
import { allClaimsOf, type ClaimWithoutKey, type RelationWithClaims } from '../snapshot/kept-relation.js'
import { eachInSteps, type Steps } from '../steps.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { type PlanState, relationName } from './plan-state.js'
import { planClaimTest } from './plan-undo.js'
import type { TouchedKeys, TouchedState } from './touched-state.js'

/** An applied plan, by what its document says. */
interface AppliedChanges {
  readonly source: string
  /** What the plan states, saves and creates. */
  readonly touched: Pick<TouchedKeys, 'stated' | 'services' | 'catalogServices'>
  readonly before: PlanState
  /** The ids of topologies that were saved after the plan was applied. */
  readonly savedTopologies: ReadonlySet<string>
}

/** Yields after this many relations, which take a few milliseconds. */
const RELATIONS_AT_ONCE = 2_000

/**
 * Describes for people what was written after a plan was applied, as far as it follows from the document of the plan: a
 * plan leaves each stated relation with a claim of its source, and changes no claims of others. So the list may be
 * empty although something was written. Yields for pauses.
 */
export function* changedSince(plan: AppliedChanges, now: TouchedState): Steps<readonly string[]> {
  const relations = yield* changedRelations(plan, now)
  const { touched, savedTopologies } = plan
  const current = new Map(now.topologies.map((topology) => [topology.service, topology]))
  const topologies = touched.services.flatMap((service) => {
    const stored = current.get(service)
    const change = stored === undefined ? 'is gone' : savedTopologies.has(stored.id) ? 'was saved' : undefined
    return change === undefined ? [] : [`the topology of the service ${truncateForMessage(service)} ${change}`]
  })
  return [...relations, ...topologies, ...changedEntries(touched.catalogServices, now.catalogServices)]
}

function* changedRelations({ source, touched, before }: AppliedChanges, now: TouchedState): Steps<readonly string[]> {
  const isOfPlan = planClaimTest(before, now, source)
  const own = sourceName({ source: 'cmdb', sourceRef: source })
  const former = new Map(before.relations.map((relation) => [relationKey(relation), relation]))
  const current = new Map(now.relations.map((relation) => [relationKey(relation), relation]))
  const stated = new Map(touched.stated.map((key) => [relationKey(key), key]))
  const changes: string[] = []
  yield* eachInSteps([...new Map([...former, ...current, ...stated])], RELATIONS_AT_ONCE, ([key, relation]) => {
    const stored = current.get(key)
    const isWanted = (claim: ClaimWithoutKey) => !isOfPlan(claim) || (stated.has(key) && sourceName(claim) === own)
    const wanted = new Set(
      claimsOf(former.get(key))
        .filter((claim) => !isOfPlan(claim))
        .map(sourceName),
    )
    if (stated.has(key)) wanted.add(own)
    const found = new Set(claimsOf(stored).filter(isWanted).map(sourceName))
    for (const change of stored === undefined ? goneUnless(wanted.size === 0) : describeSources(wanted, found))
      changes.push(`${relationName(relation)} ${change}`)
  })
  return changes
}

function claimsOf(relation: RelationWithClaims | undefined): readonly ClaimWithoutKey[] {
  return relation === undefined ? [] : allClaimsOf(relation)
}

function goneUnless(isUnknown: boolean): readonly string[] {
  return isUnknown ? [] : ['is gone']
}

function describeSources(wanted: ReadonlySet<string>, found: ReadonlySet<string>): readonly string[] {
  const added = [...found].filter((name) => !wanted.has(name)).map((name) => `is now declared by ${name} too`)
  const lost = [...wanted].filter((name) => !found.has(name)).map((name) => `is no longer declared by ${name}`)
  return [...added, ...lost]
}

/** Names a source for people, such as `cmdb itop`. */
function sourceName({ source, sourceRef }: Pick<RelationWithClaims, 'source' | 'sourceRef'>): string {
  return sourceRef === null ? source : `${source} ${truncateForMessage(sourceRef)}`
}

/** A plan creates catalog entries that have nothing but a name. */
function changedEntries(created: readonly string[], stored: readonly CatalogService[]): readonly string[] {
  const entries = new Map(stored.map((entry) => [entry.serviceId, entry]))
  return created.flatMap((serviceId) => {
    const entry = entries.get(serviceId)
    const entryOfPlan = emptyCatalogService(serviceId) as object as JsonValue
    if (entry !== undefined && isSameJson({ ...entry } as object as JsonValue, entryOfPlan)) return []
    const change = entry === undefined ? 'is gone' : 'has changed'
    return [`the catalog entry ${truncateForMessage(serviceId)} ${change}`]
  })
}
