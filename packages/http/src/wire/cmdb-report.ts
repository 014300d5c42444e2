import { type CmdbReport, LIMITS, type Opsgraph, SCHEMAS } from '@opsgraph/core'
import { CMDB_OPTIONS, WARNING_CODES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { listedChanges } from './change.js'
import { issue } from './error.js'
import { count, counters, type FieldsOf, name, requiredName, successBody } from './fields.js'

const warning = z
  .strictObject({
    code: z.enum(WARNING_CODES.cmdb).meta({ description: 'The kind of warning' }),
    message: z.string(),
    row: count.nullable().meta({
      description:
        'The index of the record; null if it concerns a service or an environment; 0 = the header of a CSV file',
    }),
    params: z.record(z.string(), z.string()).meta({ description: 'The names in the message' }),
  })
  .meta({ id: 'CmdbWarning', description: 'Something in the file that is probably wrong, but is accepted' })

const topologyReport = z
  .strictObject({
    service: name,
    action: z.enum(['create', 'update']).meta({ description: 'Whether the topology is new' }),
    topologyId: z.string().nullable().meta({ description: 'null in a dry run for a topology that would be created' }),
    nodes: counters,
    edges: counters,
    errors: z.array(issue).meta({ description: 'Why the topology cannot be written; empty = it can' }),
  } satisfies FieldsOf<CmdbReport['topologies'][number]>)
  .meta({ id: 'CmdbTopologyReport', description: 'What the import does with one topology' })

const sharedReportFields = {
  applied: z.boolean().meta({ description: 'false = a dry run' }),
  source: z.string().meta({ description: 'The name of the CMDB' }),
  mode: z.enum(CMDB_OPTIONS.mode).meta({ description: 'Whether missing objects were removed' }),
  relations: counters,
  claims: z
    .strictObject({
      create: count.meta({ description: 'What the source begins to state' }),
      update: count.meta({ description: 'Nodes of which the source states other values' }),
      remove: count.meta({ description: 'What the source no longer states' }),
    })
    .optional()
    .meta({
      description:
        'Relations and nodes that stay as they are although the source declares something else; absent if none',
    }),
  warnings: z.array(warning).meta({ description: 'What is probably wrong, but is accepted' }),
  errors: z.array(issue).meta({
    description:
      'Why records are left out (skipInvalid), and why nothing can be written, such as too many removals; empty = everything can',
  }),
  planHash: z.string().meta({
    description:
      'A hash of what the plan changes, and of what it finds. If it is sent with a real import, the import does exactly this plan',
  }),
  leftHash: z.string().optional().meta({
    description: 'Identifies what a real import has left, if `plan` or `planHash` was sent; needed to undo it',
  }),
  plan: SCHEMAS.planDocument.optional().meta({ description: 'With `plan`: the document of the plan' }),
  ...listedChanges,
}

/** The answer to an import (rules.md#cmdb-answer). */
export const cmdbReport = successBody({
  ...sharedReportFields,
  records: z
    .strictObject({
      total: count,
      withServices: count,
      graphOnly: count,
      skipped: count.optional().meta({ description: 'With skipInvalid: the records that are left out' }),
    })
    .meta({ description: 'The records of the file' }),
  topologies: z.array(topologyReport).meta({ description: 'What happens to each topology' }),
  catalogServices: z
    .strictObject({
      create: count.meta({ description: 'New entries' }),
      unchanged: count.meta({ description: 'Entries that are there already' }),
    })
    .meta({ description: 'The entries of the service catalog' }),
} satisfies FieldsOf<CmdbReport>)

/** The answer to applying relations (rules.md#applying-relations). */
export const relationsReport = successBody({
  ...sharedReportFields,
  records: z.strictObject({ total: count }).meta({ description: 'The records of the file' }),
})

/** The answer to an undo (rules.md#plans-5). */
export const undoReport = successBody({
  applied: z.boolean().meta({ description: 'false = a dry run' }),
  kind: SCHEMAS.planDocument.shape.kind,
  source: z.string().meta({ description: 'The source whose import is undone' }),
  relations: counters.meta({ description: 'create = comes back, remove = the plan had created it' }),
  topologies: counters.meta({ description: 'update = gets its former graph, remove = the plan had created it' }),
  catalogServices: z
    .strictObject({ remove: count.meta({ description: 'Entries that the plan had created' }) })
    .meta({ description: 'The entries of the service catalog' }),
  planHash: z.string().meta({ description: 'The plan that is undone' }),
} satisfies FieldsOf<Awaited<ReturnType<Opsgraph['undoPlan']>>>)

/** A text. A number is accepted and converted to text (rules.md#cmdb-records-5). */
const textOrNumber = z.union([z.string(), z.number()])
const oneOrMore = z.union([textOrNumber, z.array(textOrNumber)])

const record = z
  .object({
    resource: z.union([requiredName, z.number()]),
    environment: z.union([name, z.number()]).optional(),
    parent: z.union([name, z.number()]).optional(),
    parents: oneOrMore.optional().meta({ description: 'Further parents: a list, or a text separated by |' }),
    services: oneOrMore.optional().meta({ description: 'A list, or a text separated by ; or |' }),
    type: textOrNumber
      .optional()
      .meta({ maxLength: LIMITS.cmdbType, description: 'What the resource is, such as `vm`' }),
    attributes: z
      .record(z.string(), z.union([textOrNumber, z.boolean()]))
      .optional()
      .meta({ description: 'Further values, which the nodes get' }),
  })
  .meta({ id: 'CmdbRecord', description: 'A resource of the inventory' })

const records = z.array(record).meta({ maxItems: LIMITS.cmdbRecords })

/** The records of the template file. */
export const cmdbTemplateRecords = z.array(
  record.extend({}).meta({ id: 'CmdbTemplateRecord', description: 'A record of the template' }),
)

/** The body of POST /api/resources/import as JSON; core validates it. */
export const cmdbRecords = z.union([records, z.object({ items: records.meta({ description: 'The records' }) })]).meta({
  id: 'CmdbRecords',
  examples: [
    [
      { environment: 'Production', resource: 'database', services: ['shop'], type: 'database' },
      { environment: 'Production', resource: 'disk-sdb', parent: 'database', attributes: { size: '2 TB' } },
    ],
  ],
})
const relatedFields = {
  environment: z.union([name, z.number()]).optional(),
  resource: z.union([requiredName, z.number()]),
}
const parents = oneOrMore.meta({ description: 'Several parents: a list, or a text separated by |' })

const relation = z
  .union([
    z.object({ ...relatedFields, parent: z.union([requiredName, z.number()]), parents: parents.optional() }),
    z.object({ ...relatedFields, parent: z.union([name, z.number()]).optional(), parents }),
  ])
  .meta({
    id: 'StatedRelation',
    description: 'A relation that a source states. The parent is what is hurt when the resource fails',
  })

const declaredRelations = z.array(relation).meta({ maxItems: LIMITS.cmdbRecords })

/** The body of POST /api/resources/relations/apply as JSON; core validates it. */
export const relationRecords = z
  .union([declaredRelations, z.object({ items: declaredRelations.meta({ description: 'The relations' }) })])
  .meta({
    id: 'StatedRelations',
    examples: [
      [
        { environment: 'Production', resource: 'esx-1', parent: 'vm-1' },
        { environment: 'Production', resource: 'esx-1', parent: 'vm-2' },
      ],
    ],
  })

/**
 * The body of an import as CSV: a header with at least `resource`, cells separated by `,` or `;`, attributes in columns
 * `attr.<key>`.
 */
export const cmdbCsv = z.string().meta({ id: 'CmdbCsv', description: 'A CSV file with a header' })
/** The body of an import as a form. */
export const cmdbForm = z
  .object({ file: z.string().meta({ format: 'binary' }) })
  .meta({ id: 'CmdbForm', description: 'A form with the file' })
