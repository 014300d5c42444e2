import { type Change, LIMITS } from '@opsgraph/core'
import { CHANGE_ACTIONS, NODE_KINDS } from '@opsgraph/core/pure'
import { z } from 'zod'
import { count, type FieldsOf, name } from './fields.js'

type ChangeOfKind<Kind> = Extract<Change, { readonly kind: Kind }>

const nodeName = z
  .strictObject({
    kind: z.enum(NODE_KINDS).meta({ description: 'What the node stands for' }),
    environment: name.nullable().meta({ description: 'null for the service node' }),
    label: name,
  })
  .meta({ id: 'NodeName', description: 'Identifies a node of a topology by its name instead of its id' })

const changeFields = {
  action: z.enum(CHANGE_ACTIONS).meta({ description: 'The kind of change' }),
  fields: z.array(z.string()).optional().meta({ description: 'The changed fields, for an update' }),
}

const relationChange = z
  .strictObject({
    kind: z.literal('relation'),
    ...changeFields,
    environment: name,
    resource: name,
    parent: name,
    formerParents: z
      .array(name)
      .optional()
      .meta({ description: 'The parents that it replaces', maxItems: LIMITS.formerParents }),
  } satisfies FieldsOf<ChangeOfKind<'relation'>>)
  .meta({ id: 'RelationChange', description: 'A relation that changes' })

const topologyChange = z
  .strictObject({ kind: z.literal('topology'), ...changeFields, service: name } satisfies FieldsOf<
    ChangeOfKind<'topology'>
  >)
  .meta({ id: 'TopologyChange', description: 'The topology of a service without its nodes and edges' })

const nodeChange = z
  .strictObject({ kind: z.literal('node'), ...changeFields, service: name, node: nodeName } satisfies FieldsOf<
    ChangeOfKind<'node'>
  >)
  .meta({ id: 'NodeChange', description: 'A node of a topology that changes' })

const edgeChange = z
  .strictObject({
    kind: z.literal('edge'),
    ...changeFields,
    service: name,
    parentNode: nodeName,
    childNode: nodeName,
    formerParentNode: nodeName.optional().meta({ description: 'The parent that parentNode replaces' }),
  } satisfies FieldsOf<ChangeOfKind<'edge'>>)
  .meta({ id: 'EdgeChange', description: 'An edge of a topology that changes' })

const weightPolicyChange = z
  .strictObject({
    kind: z.literal('weightPolicy'),
    ...changeFields,
    service: name,
    name: z.string(),
  } satisfies FieldsOf<ChangeOfKind<'weightPolicy'>>)
  .meta({ id: 'WeightPolicyChange', description: 'service is the service of the imported document' })

const redundancyRuleChange = z
  .strictObject({
    kind: z.literal('redundancyRule'),
    ...changeFields,
    service: name.optional().meta({ description: 'Missing if the change concerns no topology' }),
    environment: name,
    resource: name,
  } satisfies FieldsOf<ChangeOfKind<'redundancyRule'>>)
  .meta({ id: 'RedundancyRuleChange', description: 'The redundancy rule of a resource that changes' })

const catalogServiceChange = z
  .strictObject({ kind: z.literal('catalogService'), ...changeFields, service: name } satisfies FieldsOf<
    ChangeOfKind<'catalogService'>
  >)
  .meta({ id: 'CatalogServiceChange', description: 'A catalog entry that changes' })

const alertChange = z
  .strictObject({
    kind: z.literal('alert'),
    ...changeFields,
    environment: name,
    resource: name,
    event: name,
  } satisfies FieldsOf<ChangeOfKind<'alert'>>)
  .meta({ id: 'AlertChange', description: 'An active alert that gets another status' })

const change = z
  .discriminatedUnion('kind', [
    relationChange,
    topologyChange,
    nodeChange,
    edgeChange,
    weightPolicyChange,
    redundancyRuleChange,
    catalogServiceChange,
    alertChange,
  ])
  .meta({ id: 'Change', description: 'One of the changes that the counters count, with names instead of ids' })

/**
 * The fields that the answer to an import has only if the query parameter `changes` is set
 * (docs/decision/0011-listed-changes.md).
 */
export const listedChanges = {
  changes: z.array(change).optional().meta({
    description: 'With changes=1. If there are more, removals are listed first, then updates',
    maxItems: LIMITS.changes,
  }),
  changesTotal: count
    .optional()
    .meta({ description: 'With changes=1: the number of all changes, including those not listed' }),
}
