import { ACTIVE_STATUSES, compareNames, relationKey, resourceKey, type Store } from '@opsgraph/core/store'
import { forEachInSteps, type Steps, type TableAccess } from './access.js'
import { sortInSteps } from './list-page.js'
import { type ResourceKey, resourceNodesOf, type Tables } from './tables.js'

type ResourceStore = Store['resources']
type ResourceChoice = Parameters<ResourceStore['after']>[2]
type CountedResource = Awaited<ReturnType<ResourceStore['find']>>[number]

/** Maximum number of rows that one step reads, which takes a few milliseconds. */
const ROWS_AT_ONCE = 1_000

export function resourceStore(tables: Tables, access: TableAccess): ResourceStore {
  return {
    list: (query) =>
      access.inSteps(function* () {
        const found = yield* sortInSteps([...(yield* findResources(tables, query)).values()], compareResources)
        const start = (query.page - 1) * query.pageSize
        return { items: found.slice(start, start + query.pageSize), total: found.length }
      }),
    after: (last, limit, choice) =>
      access.inSteps(function* () {
        const found = [...(yield* findResources(tables, choice)).values()]
        const rest = last === undefined ? found : found.filter((resource) => compareResources(resource, last) > 0)
        return (yield* sortInSteps(rest, compareResources)).slice(0, limit)
      }),
    find: (resources) =>
      access.inSteps(function* () {
        const counted = new Map<string, CountedResource>()
        yield* forEachInSteps(resources, ROWS_AT_ONCE, (resource) => {
          counted.set(resourceKey(resource), countsOf(resource, tables))
        })
        yield* forEachInSteps(tables.alert.rows(), ROWS_AT_ONCE, (alert) => {
          const known = ACTIVE_STATUSES.includes(alert.status) ? counted.get(resourceKey(alert)) : undefined
          if (known !== undefined) counted.set(resourceKey(alert), { ...known, alerts: known.alerts + 1 })
        })
        return [...counted.values()].filter(
          ({ parents, children, nodes, alerts, rules }) => parents + children + nodes + alerts + rules > 0,
        )
      }),
  }
}

function countsOf({ environment, resource }: ResourceKey, tables: Tables): CountedResource {
  const key = resourceKey({ environment, resource })
  const parents = tables.relationByChild.find(key)
  const children = tables.relationByParent.find(key)
  const drawn = tables.topologyByResource.find(key).flatMap(resourceNodesOf)
  return {
    environment,
    resource,
    parents: parents.length,
    children: children.length,
    nodes: drawn.filter((node) => resourceKey(node) === key).length,
    alerts: 0,
    rules: tables.redundancyRuleByResource.find(key).length,
    claims: [...parents, ...children].reduce(
      (count, relation) => count + tables.claimByRelation.find(relationKey(relation)).length,
      0,
    ),
  }
}

/** Finds the chosen resources, by key. */
function* findResources(
  tables: Tables,
  { filters, orphan, stale }: ResourceChoice,
): Steps<ReadonlyMap<string, ResourceKey>> {
  const { declared, mentioned, confirmed } = yield* collectResources(tables, filters, stale?.lasting)
  const found = orphan === true ? new Map<string, ResourceKey>() : new Map(declared)
  yield* forEachInSteps(orphan === false ? [] : mentioned, ROWS_AT_ONCE, ([key, resource]) => {
    if (!declared.has(key)) found.set(key, resource)
  })
  if (stale === undefined) return found
  yield* forEachInSteps([...found.keys()], ROWS_AT_ONCE, (key) => {
    const time = confirmed.get(key)
    const isStale = time !== undefined && time < stale.before
    if (isStale !== stale.wanted) found.delete(key)
  })
  return found
}

/** A text that sorts after every time. */
const AFTER_EVERY_TIME = '~'

/**
 * Finds the resources that match the filters. `declared` are those that relations and nodes name, and `mentioned` those
 * that rules and active alerts name. `confirmed` has the latest time at which a relation of a resource was confirmed.
 */
function* collectResources(tables: Tables, filters: ResourceChoice['filters'], lasting: readonly string[] = []) {
  const isWanted = createResourceTest(filters)
  const declared = new Map<string, ResourceKey>()
  const mentioned = new Map<string, ResourceKey>()
  const confirmed = new Map<string, string>()
  const add = (found: Map<string, ResourceKey>, { environment, resource }: ResourceKey) => {
    if (isWanted({ environment, resource }))
      found.set(resourceKey({ environment, resource }), { environment, resource })
  }
  yield* forEachInSteps(tables.relationClaim.rows(), ROWS_AT_ONCE, ({ claim }) => {
    const { environment, resource, parent, source, lastTime } = claim
    const time = lasting.includes(source) ? AFTER_EVERY_TIME : lastTime
    for (const name of [resource, parent]) {
      const end = { environment, resource: name }
      add(declared, end)
      const key = resourceKey(end)
      if (time > (confirmed.get(key) ?? '')) confirmed.set(key, time)
    }
  })
  yield* forEachInSteps(tables.topology.rows(), 1, (topology) => {
    for (const node of resourceNodesOf(topology)) add(declared, node)
  })
  yield* forEachInSteps(tables.redundancyRule.rows(), ROWS_AT_ONCE, (rule) => add(mentioned, rule))
  yield* forEachInSteps(tables.alert.rows(), ROWS_AT_ONCE, (alert) => {
    if (ACTIVE_STATUSES.includes(alert.status)) add(mentioned, alert)
  })
  return { declared, mentioned, confirmed }
}

function createResourceTest({ environment, q }: ResourceChoice['filters']): (resource: ResourceKey) => boolean {
  const environments = environment && new Set(environment)
  const words = q?.map(lowerCase)
  return (resource) => {
    if (environments?.has(resource.environment) === false) return false
    return words === undefined || words.some((word) => lowerCase(resource.resource).includes(word))
  }
}

function lowerCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function compareResources(left: ResourceKey, right: ResourceKey): number {
  return compareNames(left.environment, right.environment) || compareNames(left.resource, right.resource)
}
