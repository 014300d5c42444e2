import { LIMITS } from '@opsgraph/core'
import { CMDB_OPTIONS } from '@opsgraph/core/pure'
import { z } from 'zod'
import { name, switchParam, wholeNumber } from './fields.js'

const { min, max } = LIMITS.staleAfterDays

/** The query parameters of every import of a file from a source; core checks them. */
export const importQuery = {
  format: z.enum(CMDB_OPTIONS.format).optional().meta({ description: 'Detected from the file when omitted' }),
  mode: z
    .enum(CMDB_OPTIONS.mode)
    .default('merge')
    .meta({ description: 'replace = also remove what the same source created and the file does not state' }),
  dryRun: switchParam.meta({ description: 'Plan and count, write nothing' }),
  changes: switchParam.meta({ description: 'List the changes in addition to their counters' }),
  plan: switchParam.meta({ description: 'Answer the document of the plan, which can be applied and undone' }),
  planHash: z
    .string()
    .optional()
    .meta({ description: 'The `planHash` of a dry run: if the plan is another one now, nothing is written (409)' }),
  scope: z
    .enum(CMDB_OPTIONS.scope)
    .default('source')
    .meta({ description: 'environments = with mode=replace, remove only in the environments that the file names' }),
  encoding: z
    .enum(CMDB_OPTIONS.encoding)
    .default('utf-8')
    .meta({ description: 'How the file is encoded; a byte order mark, also of UTF-16, is stronger' }),
  map: z
    .string()
    .default('')
    .meta({ description: 'What columns with other names stand for, such as `Name:resource,Used by:parent`' }),
  environment: name.default('').meta({ description: 'The environment for records that name no environment' }),
  maxRemovals: z
    .string()
    .optional()
    .meta({
      description:
        'Refuse the import if it would remove more relations and nodes of its source than this: a number, a percentage of what the source has, or both, such as `20%,10`; the greater counts. Also refuses an import that would leave the source with nothing, or without any relation',
      examples: ['20%,10'],
    }),
  removeStaleAfter: wholeNumber.meta({
    ...({ type: 'integer', minimum: min, maximum: max } as const),
    description: 'Also remove the relations that this source has not stated for so many days',
  }),
}
