import { SCHEMAS } from '@opsgraph/core'
import { WARNING_CODES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { listedChanges } from './change.js'
import { issue } from './error.js'
import { count, counters, name, successBody } from './fields.js'

const catalogChange = z
  .strictObject({
    action: z
      .enum(['create', 'update', 'unchanged', 'skip'])
      .meta({ description: 'What happens to the entry; skip = the file has none' }),
    fields: z
      .array(SCHEMAS.catalogService.stored.omit({ serviceId: true }).keyof())
      .meta({ description: 'The written fields' }),
  })
  .meta({ description: 'The entry of the service in the catalog' })
const changeCounts = { nodes: counters, edges: counters, weightPolicies: counters, rules: counters }

const warning = z
  .strictObject({
    code: z.enum(WARNING_CODES.transfer).meta({ description: 'The kind of warning' }),
    message: z.string(),
    row: z.null().meta({ description: 'Always null' }),
    params: z.record(z.string(), z.union([z.string(), z.number()])).meta({ description: 'The values in the message' }),
  })
  .meta({
    id: 'TransferWarning',
    description: 'A change that the import makes by itself, or a probable mistake in the file',
  })

const topologyPreview = z
  .strictObject({
    topology: z
      .strictObject({
        service: name,
        action: z.enum(['create', 'update']).meta({ description: 'Whether the topology is new' }),
        id: z.string().nullable().meta({ description: 'null for a topology that would be created' }),
      })
      .meta({ description: 'The topology' }),
    ...changeCounts,
    catalogService: catalogChange,
    idsRegenerated: count,
    warnings: z.array(warning).meta({ description: 'The changes that the import makes by itself' }),
    errors: z.array(issue).meta({ description: 'Why the topology cannot be written; empty = it can' }),
  })
  .meta({ id: 'TopologyPreview', description: 'What the import does with one topology' })

const importedTopology = z
  .strictObject({
    service: name,
    topologyId: z.string(),
    action: z.enum(['created', 'updated']).meta({ description: 'Whether the topology was created or updated' }),
    counts: z.strictObject(changeCounts).meta({ description: 'What happened to its parts' }),
    catalogService: catalogChange,
  })
  .meta({ id: 'TopologyImportResult', description: 'A topology that was written' })

/** The answer to an import (rules.md#topology-import-answer). */
export const topologyImportReport = successBody({
  dryRun: z.boolean(),
  previews: z.array(topologyPreview).meta({ description: 'What happens to each topology' }),
  results: z.array(importedTopology).optional().meta({ description: 'Absent in a dry run' }),
  ...listedChanges,
})
