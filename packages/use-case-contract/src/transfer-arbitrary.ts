import type { JsonObject } from '@opsgraph/core'
import fc from 'fast-check'
import type { SentGraph } from './shop.js'

/** A generated topology file. There are only a few names, so that several files change the same objects. */
export interface SentFile {
  readonly documents: readonly object[]
  /** The content of the file: a single document, or a bundle of several documents. */
  readonly file: object
}

const SERVICES = ['shop', 'bank', 'mail'] as const
const ENVIRONMENTS = ['Production', 'Staging', ''] as const
const RESOURCES = ['web', 'db', 'cache', 'queue'] as const
/** The ids of nodes. There are only a few, so that several files use the same ids. */
const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p'] as const

export function sentFile(): fc.Arbitrary<SentFile> {
  return fc
    .uniqueArray(fc.constantFrom(...SERVICES), { minLength: 1, maxLength: 3 })
    .chain((services) => fc.tuple(...services.map((service) => document(service))))
    .map((documents) => {
      const [only] = documents
      const isAlone = documents.length === 1 && only !== undefined
      return {
        documents,
        file: isAlone ? only : { kind: 'platform-service-topology-bundle', schemaVersion: 2, topologies: documents },
      }
    })
}

function document(service: string): fc.Arbitrary<object> {
  return fc.oneof({ weight: 4, arbitrary: exported(service) }, { weight: 1, arbitrary: tree(service) })
}

function exported(service: string): fc.Arbitrary<object> {
  return fc
    .record(
      {
        topology: fc.record(
          {
            name: fc.constantFrom('Shop', 'Other'),
            description: fc.constantFrom('', 'text'),
            serviceKpi: fc.constantFrom(null, 'kpi'),
            orientation: fc.constantFrom('TB', 'LR', 'CI'),
          },
          { requiredKeys: [] },
        ),
        graph: sentGraph(),
        weightPolicies: fc.array(policy(), { maxLength: 3 }),
        catalogService: fc.option(catalogService()),
      },
      { requiredKeys: ['topology', 'graph'] },
    )
    .map(({ topology, graph: drawn, ...attachments }) => ({
      kind: 'platform-service-topology',
      schemaVersion: 2,
      topology: { ...topology, service },
      ...drawn,
      ...attachments,
    }))
}

/**
 * Generates a valid graph: environments below the service, and each resource below its environment or below earlier
 * resources of this environment. All graphs use the same order of resources, so that merging them creates no cycle.
 */
export function sentGraph(): fc.Arbitrary<SentGraph> {
  const looks = fc.record(
    {
      icon: fc.constantFrom('', 'server'),
      params: fc.constantFrom<JsonObject[]>({}, { b: 1, a: 'x' }, { a: 'x', b: 1 }),
      hierarchyConfig: fc.constantFrom<JsonObject[]>({}, { hereditary: true }),
      position: fc.constantFrom({ x: 0, y: 0 }, { x: 10, y: -5 }),
    },
    { requiredKeys: [] },
  )
  const resource = fc.record({ label: fc.constantFrom(...RESOURCES), parents: fc.array(fc.nat(4), { maxLength: 2 }) })
  const environment = fc.record({
    label: fc.constantFrom(...ENVIRONMENTS),
    resources: fc.uniqueArray(resource, { selector: ({ label }) => label, maxLength: 3 }),
  })
  return fc
    .record({
      ids: fc.shuffledSubarray([...IDS], { minLength: IDS.length }),
      looks: fc.array(looks, { minLength: IDS.length, maxLength: IDS.length }),
      environments: fc.uniqueArray(environment, { selector: ({ label }) => label, maxLength: 3 }),
      hasEdgeIds: fc.boolean(),
    })
    .map(({ ids, looks: looksOf, environments, hasEdgeIds }) => {
      const nodes: SentGraph['nodes'][number][] = []
      const edges: SentGraph['edges'][number][] = []
      const add = (node: Pick<SentGraph['nodes'][number], 'kind' | 'label'>, parents: readonly string[]) => {
        const id = String(ids[nodes.length])
        nodes.push({ id, ...node, ...looksOf[nodes.length] })
        for (const source of new Set(parents))
          edges.push({ ...(hasEdgeIds && { id: `${source}-${id}` }), source, target: id })
        return id
      }
      const top = add({ kind: 'service', label: 'Service' }, [])
      for (const { label, resources } of environments) {
        const below = [add({ kind: 'environment', label }, [top])]
        for (const each of resources.toSorted(
          (one, other) => RESOURCES.indexOf(one.label) - RESOURCES.indexOf(other.label),
        )) {
          const parents = each.parents.map((parent) => String(below[parent % below.length]))
          below.push(add({ kind: 'resource', label: each.label }, parents.length > 0 ? parents : below.slice(0, 1)))
        }
      }
      return { nodes, edges }
    })
}

/** Generates a tree in which each resource is in only one environment. */
function tree(service: string): fc.Arbitrary<object> {
  const environment = fc.record({ label: fc.constantFrom(...ENVIRONMENTS), count: fc.nat(3) })
  return fc.uniqueArray(environment, { selector: ({ label }) => label, maxLength: 2 }).map((environments) => ({
    service,
    tree: {
      type: 'service',
      label: service,
      children: environments.map(({ label, count }) => ({
        type: 'environment',
        label,
        children: RESOURCES.slice(0, count).map((name) => ({ type: 'resource', label: `${name} of ${label}` })),
      })),
    },
  }))
}

function policy(): fc.Arbitrary<object> {
  const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  return fc.record(
    {
      id: fc.constantFrom(first, second, 'no uuid'),
      name: fc.constantFrom('hot', 'cold'),
      description: fc.constantFrom('', 'text'),
      weight: fc.constantFrom(1, 2.5),
      status: fc.constantFrom('active', 'inactive'),
      filters: fc.constantFrom({}, { clauses: [{ key: 'service', op: '=', value: 'shop' }] }),
    },
    { requiredKeys: ['name', 'description'] },
  )
}

function catalogService(): fc.Arbitrary<object> {
  return fc.record(
    {
      name: fc.constantFrom('', 'Name'),
      description: fc.constantFrom('', 'one', 'two'),
      icon: fc.constantFrom('', 'server', 'cart'),
      owner: fc.constantFrom('', 'Team A', 'Team B'),
      runbook: fc.constantFrom('', 'https://wiki.example.com/shop', 'mailto:shop@example.com'),
      links: fc.constantFrom([], [{ title: 'Dashboard', url: 'https://grafana.example.com/d/shop' }]),
      alertImpact: fc.constantFrom({}, { severities: ['critical'] }, { severities: ['major'], statuses: ['open'] }),
    },
    { requiredKeys: [] },
  )
}
