import { LIMITS } from '@opsgraph/core'
import { bankDocument, bundleOf, shopDocument } from './topology-door.js'
import { changed, type Fault, type RefusedFile } from './topology-refused-file.js'
import { REFUSED_GRAPHS } from './topology-refused-graphs.js'
import { REFUSED_TREES } from './topology-refused-trees.js'

const shop = shopDocument()

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
