import { LIMITS } from '../../packages/core/src/index.js'
import { bankDocument, bundleOf, fullNode, joined, shopDocument } from './topology-files.js'

/** An invalid topology file (rules.md#topology-import-errors; rules.md#graph-validation). */
export interface RefusedFile {
  readonly title: string
  /** The content of the file. A text is sent unchanged, any other value as JSON. */
  readonly file: unknown
  /** A document that is imported before the file, in merge mode. */
  readonly before?: object
  /** The code and path of each fault that is reported, in order. */
  readonly faults: readonly Fault[]
}

export type Fault = readonly [code: string, path: string]

const shop = shopDocument()
const longName = 'x'.repeat(LIMITS.name + 1)

/**
 * Graphs that violate a rule (rules.md#graph-validation). Some of these graphs violate the rule only after they are
 * merged into a stored graph.
 */
const REFUSED_GRAPHS: readonly RefusedFile[] = [
  { title: 'nodes that are not a list', file: changed({ nodes: {} }), faults: [['invalidNodes', 'nodes']] },
  { title: 'edges that are not a list', file: changed({ edges: {} }), faults: [['invalidEdges', 'edges']] },
  { title: 'a node that is not an object', file: withNode('web'), faults: [['invalidNode', 'nodes[2]']] },
  { title: 'an edge that is not an object', file: changed({ edges: [7] }), faults: [['invalidEdge', 'edges[0]']] },
  {
    title: 'a node without an id',
    file: withNode(fullNode('', 'resource', 'web')),
    faults: [['missingId', 'nodes[2]']],
  },
  {
    title: 'a node without a label',
    file: withNode(fullNode('web', 'resource', ' ')),
    faults: [['missingLabel', 'nodes[2].label']],
  },
  { title: 'an invalid kind', file: withNode(fullNode('web', 'thing')), faults: [['invalidKind', 'nodes[2]']] },
  {
    title: 'a label of 256 characters',
    file: withNode(fullNode('web', 'resource', longName)),
    faults: [['valueTooLong', 'nodes[2].label']],
  },
  {
    title: 'a position without numbers',
    file: withNode({ ...fullNode('web', 'resource'), position: { x: '1', y: 2 } }),
    faults: [['invalidPosition', 'nodes[2]']],
  },
  {
    title: 'params that are not an object',
    file: withNode({ ...fullNode('web', 'resource'), params: [] }),
    faults: [['invalidParams', 'nodes[2]']],
  },
  ...[[], { sla: 1 }].map((hierarchyConfig) => ({
    title: `hierarchyConfig ${JSON.stringify(hierarchyConfig)}`,
    file: withNode({ ...fullNode('web', 'resource'), hierarchyConfig }),
    faults: [['invalidHierarchyConfig', 'nodes[2]']] as const,
  })),
  {
    title: 'no service node',
    file: changed({ nodes: shop.nodes.slice(1), edges: shop.edges.slice(1) }),
    faults: [['serviceNodeCount', 'nodes']],
  },
  {
    title: 'two service nodes',
    file: withAddedNode(fullNode('s2', 'service', 'Shop')),
    faults: [['serviceNodeCount', 'nodes']],
  },
  {
    title: 'a duplicate id',
    file: withAddedNode(fullNode('db', 'resource', 'db2')),
    faults: [['duplicateId', 'nodes[db]']],
  },
  {
    title: 'an edge from a node to itself',
    file: changed({ edges: [...shop.edges, joined('db', 'db')] }),
    faults: [['selfLoop', 'edges[4]']],
  },
  {
    title: 'an edge without a target',
    file: changed({ edges: [...shop.edges, { source: 'db' }] }),
    faults: [['edgeEndpointMissing', 'edges[4]']],
  },
  {
    title: 'an edge to a missing node',
    file: changed({ edges: [...shop.edges, joined('db', 'nowhere')] }),
    faults: [['edgeEndpointMissing', 'edges[4]']],
  },
  {
    title: 'a loop',
    file: changed({ edges: [...shop.edges, joined('db', 'web')] }),
    faults: [['cycle', 'edges']],
  },
  {
    title: 'an edge to the service node',
    file: changed({ edges: [...shop.edges, joined('cache', 's')] }),
    faults: [
      ['serviceHasParent', 'nodes[s]'],
      ['cycle', 'edges'],
    ],
  },
  {
    title: 'an environment under an environment',
    file: withAddedNode(fullNode('e2', 'environment', 'Test'), joined('e', 'e2')),
    faults: [['environmentNotUnderService', 'nodes[e2]']],
  },
  {
    title: 'two environments with the same name',
    file: withAddedNode(fullNode('e2', 'environment', 'Production'), joined('s', 'e2')),
    faults: [['duplicateEnvironment', 'nodes[e2]']],
  },
  {
    title: 'a resource under the service',
    file: changed({ edges: [...shop.edges, joined('s', 'db')] }),
    faults: [['resourceUnderService', 'nodes[db]']],
  },
  {
    title: 'a resource without a parent',
    file: withAddedNode(fullNode('queue', 'resource')),
    faults: [['resourceWithoutEnvironment', 'nodes[queue]']],
  },
  {
    title: 'a resource in two environments',
    file: withAddedNode(fullNode('e2', 'environment', 'Test'), joined('s', 'e2'), joined('e2', 'db')),
    faults: [['resourceInMultipleEnvironments', 'nodes[db]']],
  },
  {
    title: 'a resource twice in one environment',
    file: withAddedNode(fullNode('db2', 'resource', 'db'), joined('e', 'db2')),
    faults: [['duplicateResource', 'nodes[db2]']],
  },
  {
    title: 'a cycle after merging',
    before: shop,
    file: changed({ edges: [joined('s', 'e'), joined('e', 'db'), joined('db', 'web'), joined('e', 'cache')] }),
    faults: [['cycle', 'after merge: edges']],
  },
  {
    title: 'more than 5,000 nodes after merging',
    before: wideService('a', LIMITS.topologyNodes - 2),
    file: wideService('b', 1),
    faults: [['tooLarge', 'after merge: nodes']],
  },
]

/** Invalid topologies in the format of an earlier release (trees). The paths of their faults are paths in the tree. */
const REFUSED_TREES: readonly RefusedFile[] = trees()

/**
 * Files with faults in one topology. Each file is tested alone, and as part of a bundle (a file with several
 * topologies).
 */
const DOCUMENTS: readonly RefusedFile[] = [
  { title: 'no object', file: 7, faults: [['invalidFormat', 'body']] },
  { title: 'an empty object', file: {}, faults: [['invalidFormat', 'nodes']] },
  { title: 'another kind', file: changed({ kind: 'picture' }), faults: [['invalidFormat', 'kind']] },
  {
    title: 'a topology that is not an object',
    file: changed({ topology: [] }),
    faults: [['invalidFormat', 'topology']],
  },
  {
    title: 'a name that is not a text',
    file: changed({ topology: { ...shop.topology, name: 7 } }),
    faults: [['invalidFormat', 'topology.name']],
  },
  {
    title: 'policies that are not a list',
    file: changed({ weightPolicies: {} }),
    faults: [['invalidFormat', 'weightPolicies']],
  },
  {
    title: 'a policy without a name, and one with an invalid filter',
    file: changed({
      weightPolicies: [{ description: '' }, { name: 'p', description: '', filters: { clauses: [{}] } }],
    }),
    faults: [
      ['invalidFormat', 'weightPolicies[0]'],
      ['invalidFormat', 'weightPolicies[1]'],
    ],
  },
  {
    title: 'a catalog service that is not an object',
    file: changed({ catalogService: 'shop' }),
    faults: [['invalidFormat', 'catalogService']],
  },
  ...[1, 3, '2', null, undefined].map((schemaVersion) => ({
    title: `schemaVersion ${JSON.stringify(schemaVersion)}`,
    file: changed({ schemaVersion }),
    faults: [['unsupportedSchemaVersion', 'schemaVersion']] as const,
  })),
  { title: 'no service', file: changed({ topology: {} }), faults: [['serviceMissing', 'topology.service']] },
  {
    title: 'an invalid orientation',
    file: changed({ topology: { ...shop.topology, orientation: 'RL' } }),
    faults: [['invalidOrientation', 'topology.orientation']],
  },
  {
    title: 'more than 5,000 nodes',
    file: changed({ nodes: Array.from({ length: LIMITS.topologyNodes + 1 }, (_, at) => ({ id: `${at}` })), edges: [] }),
    faults: [['tooLarge', 'nodes']],
  },
  ...REFUSED_GRAPHS,
  ...REFUSED_TREES,
]

/** Files whose fault does not belong to one topology. */
const FILES: readonly RefusedFile[] = [
  { title: 'nothing', file: '', faults: [['invalidJson', 'body']] },
  { title: 'no JSON', file: '{"nodes": [', faults: [['invalidJson', 'body']] },
  {
    title: 'more than the maximum size',
    file: JSON.stringify(shop).padEnd(LIMITS.transferBytes + 1),
    faults: [['tooLarge', 'body']],
  },
  { title: 'a list of 100,000 levels', file: nested('[', ']'), faults: [['invalidFormat', 'body']] },
  {
    title: 'a tree of 100,000 levels',
    file: `{"service": "shop", "tree": ${nested('{"children":[', ']}')}}`,
    faults: [['tooLarge', 'tree']],
  },
  {
    title: 'a list of 200,000 invalid nodes',
    file: JSON.stringify(changed({ nodes: Array(200_000).fill(0) })),
    faults: [['tooLarge', 'nodes']],
  },
  { title: 'an empty bundle', file: bundleOf(), faults: [['emptyBundle', 'topologies']] },
  {
    title: 'a bundle whose topologies are not a list',
    file: { ...bundleOf(), topologies: {} },
    faults: [['invalidFormat', 'topologies']],
  },
  {
    title: 'a bundle of another schemaVersion',
    file: { ...bundleOf(shop), schemaVersion: 1 },
    faults: [['unsupportedSchemaVersion', 'schemaVersion']],
  },
  {
    title: 'two topologies of one service',
    file: bundleOf(shop, { ...bankDocument(), topology: { service: ' shop ' } }),
    faults: [['invalidFormat', 'topologies[1].topology.service']],
  },
  {
    title: 'faults in several topologies of a bundle',
    file: bundleOf(changed({ nodes: [...shop.nodes.slice(0, 2), 7] }), bankDocument(), changed({ topology: {} })),
    faults: [
      ['invalidNode', 'topologies[0].nodes[2]'],
      ['serviceMissing', 'topologies[2].topology.service'],
    ],
  },
]

/**
 * All invalid files. Each fault in one topology has two files: the topology alone, and a bundle with a valid topology
 * before it.
 */
export const REFUSED_FILES: readonly RefusedFile[] = [...FILES, ...DOCUMENTS, ...DOCUMENTS.map(bundled)]

// Helpers

/** The document of the service `shop`, with these keys replaced. */
function changed(keys: Readonly<Record<string, unknown>>) {
  return { ...shop, ...keys }
}

/** The document of the service `shop`, with a different node in place of `web`. */
function withNode(node: unknown) {
  return changed({ nodes: shop.nodes.with(2, node as (typeof shop.nodes)[number]) })
}

/** The document of the service `shop`, with an additional node and additional edges. */
function withAddedNode(node: object, ...edges: readonly object[]) {
  return changed({ nodes: [...shop.nodes, node], edges: [...shop.edges, ...edges] })
}

/** A service with `count` resources in one environment. */
function wideService(prefix: string, count: number) {
  const ids = Array.from({ length: count }, (_, at) => `${prefix}${at}`)
  return {
    topology: { service: 'shop' },
    nodes: [
      ...[
        { id: 's', kind: 'service', label: 'Shop' },
        { id: 'e', kind: 'environment', label: 'Production' },
      ],
      ...ids.map((id) => ({ id, kind: 'resource', label: id })),
    ],
    edges: [joined('s', 'e'), ...ids.map((id) => ({ source: 'e', target: id }))],
  }
}

function trees(): readonly RefusedFile[] {
  const tree = (type: string, label: string, ...children: readonly unknown[]) => ({ type, label, children })
  const shopTree = (...children: readonly unknown[]) => ({
    service: 'shop',
    tree: tree('service', 'Shop', ...children),
  })
  return [
    { title: 'a tree without a service', file: tree('service', 'Shop'), faults: [['serviceMissing', 'service']] },
    {
      title: 'an invalid orientation of a tree',
      file: { ...shopTree(), orientation: 'RL' },
      faults: [['invalidOrientation', 'orientation']],
    },
    {
      title: 'a node of a tree without a label, children that are not a list',
      file: shopTree(tree('environment', 'P', { type: 'resource' }, { ...tree('resource', 'a'), children: 1 })),
      faults: [
        ['invalidNode', 'tree.children[0].children[1].children'],
        ['missingLabel', 'tree.children[0].children[0].label'],
      ],
    },
    {
      title: 'a tree with one resource under two environments',
      file: shopTree(tree('environment', 'P', tree('resource', 'a')), tree('environment', 'T', tree('resource', 'a'))),
      faults: [['resourceInMultipleEnvironments', 'tree.children[0].children[0]']],
    },
    {
      title: 'a tree of more than 5,000 nodes',
      file: shopTree(...Array.from({ length: LIMITS.topologyNodes }, (_, at) => tree('environment', `${at}`))),
      faults: [['tooLarge', 'tree']],
    },
  ]
}

function nested(open: string, close: string): string {
  return open.repeat(100_000) + close.repeat(100_000)
}

function bundled({ title, file, before, faults }: RefusedFile): RefusedFile {
  const paths = faults.map(([code, path]): Fault => [code, path === 'body' ? 'topologies[1]' : `topologies[1].${path}`])
  return {
    ...{ title: `${title}, in a bundle`, file: bundleOf(bankDocument(), file), faults: paths },
    ...(before !== undefined && { before }),
  }
}
