import { LIMITS } from '@opsgraph/core'
import { CMDB_MODES, WARNING_CODES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { listedChanges } from './change.js'
import { count, counters } from './counters.js'
import { issue } from './error.js'
import { name, requiredName } from './name.js'
import { okay } from './okay.js'

const warning = z
  .strictObject({
    code: z.enum(WARNING_CODES.cmdb),
    message: z.string(),
    row: count
      .nullable()
      .meta({ description: 'The index of the record; null if it concerns a service; 0 = the header of a CSV file' }),
    params: z.record(z.string(), z.string()),
  })
  .meta({ id: 'CmdbWarning' })

const topologyReport = z
  .strictObject({
    service: name,
    action: z.enum(['create', 'update']),
    topologyId: z.string().nullable().meta({ description: 'null in a dry run for a topology that would be created' }),
    nodes: counters,
    edges: counters,
    errors: z.array(issue),
  })
  .meta({ id: 'CmdbTopologyReport' })

/** The answer to an import (rules.md#cmdb-answer). */
export const cmdbReport = okay({
  applied: z.boolean().meta({ description: 'false = a dry run' }),
  source: z.string(),
  mode: z.enum(CMDB_MODES),
  records: z.strictObject({ total: count, withServices: count, graphOnly: count }),
  relations: counters,
  topologies: z.array(topologyReport),
  catalogServices: z.strictObject({ create: count, unchanged: count }),
  warnings: z.array(warning),
  errors: z.array(issue),
  ...listedChanges,
})

const record = z
  .object({
    resource: requiredName,
    environment: name.optional(),
    parent: name.optional(),
    services: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .meta({ description: 'A list, or a text separated by ; or |' }),
    type: z.string().optional().meta({ maxLength: LIMITS.cmdbType }),
    attributes: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'CmdbRecord' })

const records = z.array(record).meta({ maxItems: LIMITS.cmdbRecords })

/** The records of the template file. */
export const cmdbTemplateRecords = records

/** The body of POST /api/resources/import as JSON; core validates it. */
export const cmdbRecords = z.union([records, z.object({ items: records })]).meta({
  id: 'CmdbRecords',
  examples: [
    [
      { environment: 'Production', resource: 'database', services: ['shop'], type: 'database' },
      { environment: 'Production', resource: 'disk-sdb', parent: 'database', attributes: { size: '2 TB' } },
    ],
  ],
})
/**
 * The body of an import as CSV: a header with at least `resource`, cells separated by `,` or `;`, attributes in columns
 * `attr.<key>`.
 */
export const cmdbCsv = z.string().meta({ id: 'CmdbCsv' })
/** The body of an import as a form. */
export const cmdbForm = z.object({ file: z.string().meta({ format: 'binary' }) }).meta({ id: 'CmdbForm' })
