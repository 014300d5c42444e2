import { z } from 'zod'
import { CATALOG_SERVICE } from '../catalog/catalog-service.js'
import { WEIGHT_POLICY } from '../policy/policy.js'
import { REDUNDANCY_RULE } from '../redundancy/redundancy-rule.js'
import { define, JSON_OBJECT } from '../schema/field.js'
import { NODE } from '../topology/graph.js'
import { TOPOLOGY } from '../topology/topology.js'
import { DOCUMENT_HEAD, EXPORT_FORMAT } from './export-document.js'

/**
 * The file of an import (rules.md#topology-import-3), for the OpenAPI document only. `readDocuments` reads the file,
 * because its faults have codes of their own, and missing fields must keep their stored values.
 */
export const TOPOLOGY_FILE = /* @__PURE__ */ define(() => {
  const { nodes, edges } = TOPOLOGY.created.shape as Readonly<Record<'nodes' | 'edges', z.ZodType>>
  const head = z.object(DOCUMENT_HEAD.created.shape).meta({ description: 'The topology without its graph' })
  const attachments = {
    weightPolicies: z
      .array(z.object(WEIGHT_POLICY.created.shape))
      .optional()
      .meta({ description: 'The weight policies of the topology' }),
    catalogService: z
      .object(CATALOG_SERVICE.changed.shape)
      .nullish()
      .meta({ description: 'The catalog entry of the service; null = none' }),
    rules: z
      .array(z.object(REDUNDANCY_RULE.created.shape))
      .nullish()
      .meta({ description: 'Redundancy rules of resources; null = they stay as they are' }),
  }
  const document = z
    .object({
      kind: z.literal(EXPORT_FORMAT.documentKind),
      schemaVersion: z.literal(EXPORT_FORMAT.schemaVersion),
      topology: head,
      nodes: z.array(NODE.created).meta(nodes.meta() ?? {}),
      edges,
      ...attachments,
    })
    .meta({ id: 'SentDocument', description: 'An export document' })
  const editorExport = z
    .object({
      topology: head,
      nodes: z.array(NODE.created.partial({ kind: true })),
      edges,
      ...attachments,
    })
    .meta({ id: 'EditorExport', description: 'The kind of a node without one follows from its level in the graph' })
  const treeDocument = head
    .extend({ tree: JSON_OBJECT.meta({ description: 'Nodes have type, label or name, and children' }) })
    .meta({ id: 'TreeDocument', description: 'A tree of an earlier release' })
  const bareTree = z
    .object({
      service: head.shape.service as z.ZodType,
      type: z.string().meta({ description: 'The kind of the root node' }),
      children: z.array(z.unknown()).meta({ description: 'The nodes below it' }),
    })
    .meta({ id: 'BareTree', description: 'A tree of an earlier release' })
  const oneTopology = z.union([document, editorExport, treeDocument, bareTree])
  const bundle = z
    .object({
      kind: z.literal(EXPORT_FORMAT.bundleKind),
      topologies: z.array(oneTopology).meta({ minItems: 1, description: 'The topologies' }),
    })
    .meta({ id: 'SentBundle', description: 'A bundle of topologies' })
  return z.union([oneTopology, bundle]).meta({ id: 'TopologyFile', description: 'A file of topologies' })
})
