import { LIMITS, type Opsgraph } from '@opsgraph/core'
import { z } from 'zod'
import { count } from './counters.js'
import { name } from './name.js'

type Change = Awaited<ReturnType<Opsgraph['renameResource']>>['changes'][number]

const KINDS = ['relation', 'node', 'redundancyRule', 'alert', 'alias'] as const satisfies readonly Change['kind'][]
const ACTIONS = ['rename', 'merge', 'remove'] as const satisfies readonly Change['action'][]

const renamed = z
  .strictObject({
    rename: count.meta({ description: 'What gets the new name' }),
    merge: count.meta({ description: 'What is merged with what already has the new name' }),
    remove: count.meta({ description: 'What is removed, because it would lead from the resource to itself' }),
  })
  .meta({ id: 'RenameCounts', description: 'How much of one kind a rename changes' })

const change = z
  .strictObject({
    kind: z.enum(KINDS).meta({ description: 'What changes' }),
    action: z.enum(ACTIONS).meta({ description: 'The kind of change' }),
    text: z.string().meta({ description: 'What it is, with the names before the change' }),
  })
  .meta({ id: 'RenameChange', description: 'One thing that a rename changes' })

/** What a rename has changed, or would change (rules.md#rename). */
export const resourceRename = {
  environment: name,
  from: name.meta({ description: 'The old name, which is an alias now' }),
  to: name.meta({ description: 'The new name' }),
  dryRun: z.boolean().meta({ description: 'true = nothing was written' }),
  counters: z
    .strictObject({ relation: renamed, node: renamed, redundancyRule: renamed, alert: renamed, alias: renamed })
    .meta({ description: 'How much a rename changes, by kind' }),
  changes: z.array(change).meta({ description: 'The first changes', maxItems: LIMITS.changes }),
  changesTotal: count.meta({ description: 'The number of all changes' }),
  near: z
    .array(z.string())
    .meta({ description: 'Other names of the environment that are near the new name: a warning' }),
}
