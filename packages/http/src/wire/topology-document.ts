import { LIMITS, SCHEMAS } from '@opsgraph/core'
import { EXPORT_FORMAT, ORIENTATIONS } from '@opsgraph/core/pure'
import { z } from 'zod'
import { edge, newEdge, newNode, node } from './graph.js'
import { jsonObject } from './json-object.js'
import { name, requiredName } from './name.js'
import { time } from './stored.js'

const stamp = {
  schemaVersion: z.literal(EXPORT_FORMAT.schemaVersion),
  exportedAt: time.meta({ description: 'Informational' }),
  appVersion: z.string().meta({ description: 'Informational' }),
}
const head = z
  .strictObject({
    id: z.string(),
    name,
    description: z.string(),
    service: name,
    serviceKpi: z.string().nullable(),
    orientation: z.enum(ORIENTATIONS),
  })
  .meta({ description: 'The topology without its graph' })

/** One topology as a file (rules.md#topology-export). */
export const exportDocument = z
  .strictObject({
    kind: z.literal(EXPORT_FORMAT.documentKind),
    ...stamp,
    topology: head,
    nodes: z.array(node),
    edges: z.array(edge),
    weightPolicies: z
      .array(SCHEMAS.weightPolicy.stored.omit({ topologyId: true, createTime: true }))
      .meta({ description: 'The weight policies of the topology and of its service' }),
    catalogService: SCHEMAS.catalogService.stored
      .nullable()
      .meta({ description: 'null = the service is not in the catalog' }),
  })
  .meta({ id: 'ExportDocument', description: 'A topology as a file' })

/** Several topologies as one file (rules.md#topology-export-5). */
export const exportBundle = z
  .strictObject({
    kind: z.literal(EXPORT_FORMAT.bundleKind),
    ...stamp,
    topologies: z.array(exportDocument).meta({ description: 'The topologies, ordered by service' }),
  })
  .meta({ id: 'ExportBundle', description: 'Several topologies as a file' })

const sentHead = z
  .object({
    name: name.optional(),
    description: z.string().optional(),
    service: requiredName.optional().meta({ description: 'Default: the query parameter service' }),
    serviceKpi: name.nullable().optional(),
    orientation: z.enum(ORIENTATIONS).optional(),
  })
  .meta({ description: 'The topology without its graph' })
const attachments = {
  weightPolicies: z
    .array(z.object(SCHEMAS.weightPolicy.created.shape))
    .optional()
    .meta({ description: 'The weight policies of the topology' }),
  catalogService: z
    .object(SCHEMAS.catalogService.changed.shape)
    .nullable()
    .optional()
    .meta({ description: 'The catalog entry of the service; null = none' }),
}
const nodes = z.array(newNode).meta({ maxItems: LIMITS.topologyNodes })
const edges = z.array(newEdge).optional()

const sentDocument = z
  .object({
    kind: z.literal(EXPORT_FORMAT.documentKind),
    schemaVersion: z.literal(EXPORT_FORMAT.schemaVersion),
    topology: sentHead,
    ...{ nodes, edges, ...attachments },
  })
  .meta({ id: 'SentDocument', description: 'An export document' })
const editorExport = z
  .object({
    topology: sentHead,
    nodes: z.array(newNode.partial({ kind: true })).meta({ maxItems: LIMITS.topologyNodes }),
    edges,
    ...attachments,
  })
  .meta({ id: 'EditorExport', description: 'The kind of a node without one follows from its level in the graph' })
const treeDocument = z
  .object({ ...sentHead.shape, tree: jsonObject.meta({ description: 'Nodes have type, label or name, and children' }) })
  .meta({ id: 'TreeDocument', description: 'A tree of an earlier release' })
const bareTree = z
  .object({
    service: requiredName.optional(),
    type: z.string().meta({ description: 'The kind of the root node' }),
    children: z.array(z.unknown()).meta({ description: 'The nodes below it' }),
  })
  .meta({ id: 'BareTree', description: 'A tree of an earlier release' })
const oneTopology = z.union([sentDocument, editorExport, treeDocument, bareTree])
const sentBundle = z
  .object({
    kind: z.literal(EXPORT_FORMAT.bundleKind),
    topologies: z.array(oneTopology).meta({ minItems: 1, description: 'The topologies' }),
  })
  .meta({ id: 'SentBundle', description: 'A bundle of topologies' })

/** The body of POST /api/service_topology/import as JSON; core validates it. */
export const topologyFile = z
  .union([oneTopology, sentBundle])
  .meta({ id: 'TopologyFile', description: 'A file of topologies' })
/** The body of an import as a form. */
export const topologyForm = z
  .object({ file: z.string().meta({ format: 'binary' }) })
  .meta({ id: 'TopologyForm', description: 'A form with the file' })
