import { WARNING_CODES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { listedChanges } from './change.js'
import { count, counters } from './counters.js'
import { issue } from './error.js'
import { name } from './name.js'
import { okay } from './okay.js'

const catalogChange = z.strictObject({
  action: z.enum(['create', 'update', 'unchanged', 'skip']),
  fields: z.array(z.enum(['name', 'description', 'icon', 'alertImpact'])).meta({ description: 'The written fields' }),
})
const counts = { nodes: counters, edges: counters, weightPolicies: counters }

const warning = z
  .strictObject({
    code: z.enum(WARNING_CODES.transfer),
    message: z.string(),
    row: z.null(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  })
  .meta({ id: 'TransferWarning' })

const preview = z
  .strictObject({
    topology: z.strictObject({
      service: name,
      action: z.enum(['create', 'update']),
      id: z.string().nullable().meta({ description: 'null for a topology that would be created' }),
    }),
    ...counts,
    catalogService: catalogChange,
    idsRegenerated: count,
    warnings: z.array(warning),
    errors: z.array(issue),
  })
  .meta({ id: 'TopologyPreview' })

const result = z
  .strictObject({
    service: name,
    topologyId: z.string(),
    action: z.enum(['created', 'updated']),
    counts: z.strictObject(counts),
    catalogService: catalogChange,
  })
  .meta({ id: 'TopologyImportResult' })

/** The answer to an import (rules.md#topology-import-answer). */
export const topologyImportReport = okay({
  dryRun: z.boolean(),
  previews: z.array(preview),
  results: z.array(result).optional().meta({ description: 'Absent in a dry run' }),
  ...listedChanges,
})
