import { describe, expect, it } from 'vitest'
import { planCmdbInSteps } from './cmdb/plan-cmdb-import.js'
import { readCmdbText } from './cmdb/read-cmdb-text.js'
import { claimOf } from './relation/relation-claim.js'
import type { Steps } from './steps.js'
import { layOutInSteps } from './topology/lay-out/lay-out.js'
import type { Topology } from './topology/topology.js'
import { exportBundle, exportDocument } from './transfer/export-document.js'
import { toBundleFile } from './transfer/export-file.js'
import { planTopologyImport } from './transfer/plan-topology-import.js'
import { readTransferFile } from './transfer/read-documents.js'

const RECORDS = 10_000
const NODES = 2_000

describe('a large computation', () => {
  // Each number is the minimum of pauses for this input: if the code loses one of the pauses, the test fails.
  it.each<[name: string, pauses: number, computation: () => Steps<unknown>]>([
    ['reading a CSV file: after 2,000 rows, and before and after all', 7, () => readCmdbText({ text: csv() }, CSV)],
    ['reading a JSON file: around its parsing, after 2,000 records, and at the end', 8, () => readJson()],
    ['planning an import: after 5,000 relations and records, and after 1,000 nodes', 16, () => planCmdb()],
    ['the layout: before and after the service node, after each half of four sweeps', 11, () => layOut()],
    ['writing topologies: twice in a document, after 5,000 lines, and before lines are joined', 9, () => writeBundle()],
    ['reading topologies: after the parsing, and after each topology', 2, () => readTopologies()],
    ['planning a topology: before it, twice within it, and in its layout', 14, () => planTopologies()],
  ])('should pause while it runs: %s', (_name, pauses, computation) => {
    expect(pausesOf(computation())).toBeGreaterThanOrEqual(pauses)
  })
})

// Helpers

const CSV = { format: 'csv', environment: 'Production' } as const
const OPTIONS = { mode: 'merge', source: 'cmdb' } as const
const STAMP = { exportedAt: '2026-11-20T12:34:56.789Z', appVersion: '1.2.3' }

function pausesOf(steps: Steps<unknown>): number {
  let pauses = 0
  while (!steps.next().done) pauses++
  return pauses
}

function csv(): string {
  const rows = Array.from({ length: RECORDS }, (_, index) => `host-${index},rack-${index},service-${index % 10}`)
  return ['resource,parent,services', ...rows].join('\n')
}

function records() {
  const reading = readCmdbText({ text: csv() }, CSV)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value.records
  }
}

function readJson(): Steps<unknown> {
  return readCmdbText({ text: JSON.stringify(records()) }, { ...CSV, format: 'json' })
}

function planCmdb(): Steps<unknown> {
  const time = '2026-11-20T12:00:00.000Z'
  const relations = records().map(({ environment, resource }) => ({
    ...{ id: resource, environment, resource, parent: 'former', source: 'cmdb' as const, sourceRef: 'cmdb' },
    ...{ createTime: time, updateTime: time },
  }))
  const claims = relations.map((relation) => claimOf(relation))
  const state = { relations, claims, catalogServices: new Set<string>(), topologies: [], freeTopologies: null }
  return planCmdbInSteps(state, records(), OPTIONS)
}

function graph() {
  const nodes = Array.from({ length: NODES }, (_, index) => ({
    ...{ id: `n${index}`, kind: KINDS[index] ?? ('resource' as const), label: `label ${index}`, icon: '' },
    ...{ params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } },
  }))
  const edges = nodes
    .slice(1)
    .map(({ id }, index) => ({ id: `e${index}`, source: index === 0 ? 'n0' : 'n1', target: id }))
  return { nodes, edges }
}

const KINDS = ['service', 'environment'] as const

function layOut(): Steps<unknown> {
  return layOutInSteps(graph(), 'TB')
}

function* writeBundle(): Steps<unknown> {
  const { nodes, edges } = graph()
  const topology: Topology = {
    ...{ id: 't', name: 'N', description: '', service: 'shop', serviceKpi: null, orientation: 'TB', schemaVersion: 2 },
    ...{ createTime: '', updateTime: '' },
    nodes: nodes.map((node) => ({ ...node, environment: null, resource: null })),
    edges: Array.from({ length: 10_000 }, (_, index) => ({
      ...edges[index % edges.length],
      id: `e${index}`,
    })) as Topology['edges'],
  }
  const document = yield* exportDocument({ topology, weightPolicies: [], catalogService: undefined, rules: [] }, STAMP)
  return yield* toBundleFile(exportBundle([document], STAMP))
}

function transferText(): string {
  const { nodes, edges } = graph()
  return JSON.stringify({ topology: { service: 'label 0' }, nodes: nodes.map(({ position, ...node }) => node), edges })
}

function readTopologies() {
  return readTransferFile(transferText(), { service: '', newId: () => 'new' })
}

function planTopologies(): Steps<unknown> {
  const reading = readTopologies()
  let read = reading.next()
  while (!read.done) read = reading.next()
  const state = {
    ...{
      topologies: [],
      takenIds: new Set<string>(),
      takenNodeIds: new Set<string>(),
      weightPolicies: [],
      redundancyRules: [],
    },
    ...{ catalogServices: [], freeTopologies: null },
  }
  let ids = 0
  return planTopologyImport(read.value.documents, state, {
    options: { mode: 'replace', positions: 'keep' },
    newId: () => `new-${ids++}`,
  })
}
