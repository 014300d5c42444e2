import { LIMITS } from '@opsgraph/core'
import { drawn, joined, shopDocument } from './topology-door.js'
import { changed, type RefusedFile } from './topology-refused-file.js'

const shop = shopDocument()
const longName = 'x'.repeat(LIMITS.name + 1)

/**
 * Graphs that violate a rule (rules.md#graph-validation). Some of these graphs violate the rule only after they are
 * merged into a stored graph.
 */
export const REFUSED_GRAPHS: readonly RefusedFile[] = [
  { title: 'nodes that are not a list', file: changed({ nodes: {} }), faults: [['invalidNodes', 'nodes']] },
  { title: 'edges that are not a list', file: changed({ edges: {} }), faults: [['invalidEdges', 'edges']] },
  { title: 'a node that is not an object', file: withNode('web'), faults: [['invalidNode', 'nodes[2]']] },
  { title: 'an edge that is not an object', file: changed({ edges: [7] }), faults: [['invalidEdge', 'edges[0]']] },
  { title: 'a node without an id', file: withNode(drawn('', 'resource', 'web')), faults: [['missingId', 'nodes[2]']] },
  {
    title: 'a node without a label',
    file: withNode(drawn('web', 'resource', ' ')),
    faults: [['missingLabel', 'nodes[2].label']],
  },
  { title: 'an invalid kind', file: withNode(drawn('web', 'thing')), faults: [['invalidKind', 'nodes[2]']] },
  {
    title: 'a label of 256 characters',
    file: withNode(drawn('web', 'resource', longName)),
    faults: [['valueTooLong', 'nodes[2].label']],
  },
  {
    title: 'a position without numbers',
    file: withNode({ ...drawn('web', 'resource'), position: { x: '1', y: 2 } }),
    faults: [['invalidPosition', 'nodes[2]']],
  },
  {
    title: 'params that are not an object',
    file: withNode({ ...drawn('web', 'resource'), params: [] }),
    faults: [['invalidParams', 'nodes[2]']],
  },
  ...[[], { sla: 1 }].map((hierarchyConfig) => ({
    title: `hierarchyConfig ${JSON.stringify(hierarchyConfig)}`,
    file: withNode({ ...drawn('web', 'resource'), hierarchyConfig }),
    faults: [['invalidHierarchyConfig', 'nodes[2]']] as const,
  })),
  {
    title: 'no service node',
    file: changed({ nodes: shop.nodes.slice(1), edges: shop.edges.slice(1) }),
    faults: [['serviceNodeCount', 'nodes']],
  },
  {
    title: 'two service nodes',
    file: grown(drawn('s2', 'service', 'Shop')),
    faults: [['serviceNodeCount', 'nodes']],
  },
  { title: 'a duplicate id', file: grown(drawn('db', 'resource', 'db2')), faults: [['duplicateId', 'nodes[db]']] },
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
    file: grown(drawn('e2', 'environment', 'Test'), joined('e', 'e2')),
    faults: [['environmentNotUnderService', 'nodes[e2]']],
  },
  {
    title: 'two environments with the same name',
    file: grown(drawn('e2', 'environment', 'Production'), joined('s', 'e2')),
    faults: [['duplicateEnvironment', 'nodes[e2]']],
  },
  {
    title: 'a resource under the service',
    file: changed({ edges: [...shop.edges, joined('s', 'db')] }),
    faults: [['resourceUnderService', 'nodes[db]']],
  },
  {
    title: 'a resource without a parent',
    file: grown(drawn('queue', 'resource')),
    faults: [['resourceWithoutEnvironment', 'nodes[queue]']],
  },
  {
    title: 'a resource in two environments',
    file: grown(drawn('e2', 'environment', 'Test'), joined('s', 'e2'), joined('e2', 'db')),
    faults: [['resourceInMultipleEnvironments', 'nodes[db]']],
  },
  {
    title: 'a resource twice in one environment',
    file: grown(drawn('db2', 'resource', 'db'), joined('e', 'db2')),
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
    before: wide('a', LIMITS.topologyNodes - 2),
    file: wide('b', 1),
    faults: [['tooLarge', 'after merge: nodes']],
  },
]

// Helpers

/** The document of the service `shop`, with a different node in place of `web`. */
function withNode(node: unknown) {
  return changed({ nodes: shop.nodes.with(2, node as (typeof shop.nodes)[number]) })
}

/** The document of the service `shop`, with an additional node and additional edges. */
function grown(node: object, ...edges: readonly object[]) {
  return changed({ nodes: [...shop.nodes, node], edges: [...shop.edges, ...edges] })
}

/** A service with `count` resources in one environment. */
function wide(prefix: string, count: number) {
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
