import { LIMITS, type Opsgraph, SCHEMAS } from '@opsgraph/core'
import { RELATION_SOURCES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { alert } from './alert.js'
import { listedChanges } from './change.js'
import { count, name } from './fields.js'

const usageCounts = {
  parents: count.meta({ description: 'The relations that have the resource as the child' }),
  children: count.meta({ description: 'The relations that have the resource as the parent' }),
  nodes: count.meta({ description: 'The nodes of the resource in topologies' }),
  alerts: count.meta({ description: 'The active alerts of the resource' }),
  rules: count.meta({ description: '1 if the resource has a redundancy rule' }),
  claims: count.meta({ description: 'The claims of sources that its relations have' }),
}

/** A resource in a list (rules.md#listing-resources). */
export const listedResource = z
  .strictObject({ environment: name, resource: name, ...usageCounts })
  .meta({ id: 'ListedResource', description: 'A resource, and how often each kind of data names it' })

const USAGE_LIMIT = { maxItems: LIMITS.usage }
const id = z.string()

/** Everything that names a resource (rules.md#resource-usage). */
export const resourceUsage = {
  environment: name,
  resource: name,
  counts: z.strictObject(usageCounts).meta({ description: 'The numbers of all items: the lists may be shorter' }),
  parents: z
    .array(SCHEMAS.relation.stored)
    .meta({ ...USAGE_LIMIT, description: 'The relations that have the resource as the child' }),
  children: z
    .array(SCHEMAS.relation.stored)
    .meta({ ...USAGE_LIMIT, description: 'The relations that have the resource as the parent' }),
  nodes: z
    .array(
      z.strictObject({
        topologyId: id,
        topologyName: z.string().meta({ description: 'The name of the topology' }),
        service: name,
        nodeId: id.meta({ description: 'The id of the node' }),
      }),
    )
    .meta({ ...USAGE_LIMIT, description: 'The nodes of the resource, with their topologies' }),
  rule: SCHEMAS.redundancyRule.stored
    .nullable()
    .meta({ description: 'The redundancy rule; null = the resource has none' }),
  aliases: z.array(name).meta({ description: 'The other names of the resource' }),
  alerts: z.array(alert).meta({ ...USAGE_LIMIT, description: 'The active alerts, oldest first' }),
  policies: z
    .array(
      z.strictObject({
        kind: z.enum(['weight', 'relation', 'alert']).meta({ description: 'The kind of the policy' }),
        id,
        name: z.string(),
      }),
    )
    .meta({ description: 'Policies whose filter names the resource exactly, or that give it as a parent' }),
  maintenance: z
    .array(z.strictObject({ id, name: z.string() }))
    .meta({ description: 'Windows that are not over and whose filter names the resource exactly' }),
}

const namingSource = z
  .strictObject({
    source: z.enum(RELATION_SOURCES),
    sourceRef: z
      .string()
      .nullable()
      .meta({ description: 'A CMDB, an origin of alerts, or the id of a policy or a topology; null = not known' }),
    relations: count.meta({ description: 'The relations that it has stated' }),
    nodes: count.meta({ description: 'The nodes that it has created' }),
    alerts: count.meta({ description: 'The alerts that it has sent' }),
  })
  .meta({ id: 'NamingSource', description: 'A source that has named the resources, and how often' })

/** What a decommissioning changes (rules.md#decommissioning-resources). */
export const decommissioned = {
  applied: z.boolean().meta({ description: 'false for a dry run' }),
  environment: name,
  resources: z.array(name),
  counts: z
    .strictObject({
      relations: count.meta({ description: 'Removed relations' }),
      nodes: count.meta({ description: 'Removed nodes' }),
      edges: count.meta({ description: 'Edges that are removed, or that come from the environment node instead' }),
      rules: count.meta({ description: 'Removed redundancy rules' }),
      aliases: count.meta({ description: 'Removed aliases' }),
      alerts: count.meta({ description: 'Closed alerts' }),
    })
    .meta({ description: 'The numbers of what is removed, changed and closed' }),
  sources: z
    .array(namingSource)
    .meta({ description: 'The sources that bring the resources back if they name them again, strongest first' }),
  emptied: z
    .array(z.strictObject({ topologyId: id, name: z.string(), service: name }))
    .meta({ description: 'The topologies that are left with no resource' }),
  planHash: z.string().meta({ description: 'Identifies the plan' }),
  changes: listedChanges.changes.unwrap().meta({
    description: 'What is removed, changed and closed. If there is more, removals are listed first',
    maxItems: LIMITS.changes,
  }),
  changesTotal: count.meta({ description: 'The number of all changes, including those not listed' }),
}

type Change = Awaited<ReturnType<Opsgraph['renameResource']>>['changes'][number]

const RENAMED_KINDS = [
  'relation',
  'node',
  'redundancyRule',
  'alert',
  'alias',
] as const satisfies readonly Change['kind'][]
const RENAME_ACTIONS = ['rename', 'merge', 'remove'] as const satisfies readonly Change['action'][]

const renamed = z
  .strictObject({
    rename: count.meta({ description: 'What gets the new name' }),
    merge: count.meta({ description: 'What is merged with what already has the new name' }),
    remove: count.meta({ description: 'What is removed, because it would lead from the resource to itself' }),
  })
  .meta({ id: 'RenameCounts', description: 'How much of one kind a rename changes' })

const change = z
  .strictObject({
    kind: z.enum(RENAMED_KINDS).meta({ description: 'What changes' }),
    action: z.enum(RENAME_ACTIONS).meta({ description: 'The kind of change' }),
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
