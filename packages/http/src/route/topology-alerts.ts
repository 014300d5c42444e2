import { LIMITS, SCHEMAS, USE_CASE_SCOPES } from '@opsgraph/core'
import { SEVERITIES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { alert, toAlert } from '../wire/alert.js'
import { name, severity, successBody, successResponse, switchParam } from '../wire/fields.js'
import { filterValueSchema } from '../wire/page.js'

const alertIds = z.array(z.string())
const severities = z
  .array(filterValueSchema(SEVERITIES))
  .optional()
  .meta({ description: 'Only alerts with these severities' })
const MORE_SCOPES_NOTE = `also needs the scopes ${USE_CASE_SCOPES.listAlerts} and ${USE_CASE_SCOPES.listCatalogServices}`
const ignoreImpact = { description: 'Ignore the alert impact of the catalog service' }

const nodeSeverity = z
  .strictObject({
    own: severity
      .nullable()
      .meta({ description: 'The worst severity that arrives of the alerts on the node; null = no alert counts' }),
    inherited: severity
      .nullable()
      .meta({ description: 'The worst severity that arrives from the nodes below; null = none' }),
    from: z.string().nullable().meta({ description: 'The id of the nearest node that inherited comes from' }),
  })
  .meta({ id: 'NodeSeverity' })

/** Assigns the alerts of a service to the nodes of its topology (rules.md#assignments). */
const readAssignments = defineRoute({
  id: 'readAssignments',
  method: 'get',
  path: '/api/service_topology/:id/assignments',
  summary: 'Assign alerts to the nodes of a topology',
  description:
    'An alert belongs to the node of its resource, or else to the node of its nearest ancestor in the resource graph, or else to the node of its environment. With `scope=graph`, alerts that reach the topology count, whatever service they name.',
  isVersioned: true,
  query: {
    severity: severities,
    includeExcluded: switchParam.meta(ignoreImpact),
    scope: z
      .enum(['service', 'graph'])
      .default('service')
      .meta({
        description: `service = the alerts that name the service; graph = all alerts that reach the topology, with severities; graph ${MORE_SCOPES_NOTE}`,
      }),
  },
  responses: {
    200: {
      description: 'The alerts and their nodes',
      body: successBody({
        total: z.int().meta({ description: 'The number of alerts' }),
        alerts: z.array(alert).meta({ description: 'The alerts, the oldest first' }),
        assignments: z.record(z.string(), alertIds).meta({ description: 'Alert ids by node id' }),
        unassigned: alertIds.meta({ description: 'The ids of alerts for which there is no node' }),
        rollups: z
          .record(
            z.string(),
            z.strictObject({
              nodeId: z.string().meta({ description: 'The id of the node' }),
              via: name.meta({ description: 'The resource of the node' }),
              arrives: severity.nullable().optional().meta({
                description: 'How severe the alert is at the node; present if rules lower it; null = they hold it',
              }),
            }),
          )
          .meta({ description: 'By alert id; via = the ancestor whose node shows the alert' }),
        severities: z
          .record(z.string(), nodeSeverity)
          .optional()
          .meta({ description: 'By node id; present with scope=graph' }),
      }),
    },
  },
  handle: async ({ caller, params, query, baseUrl }, { opsgraph }) => {
    const { alerts, assignments, unassigned, rollups, severities } = await opsgraph.readAssignments(caller, {
      id: params.id,
      severities: query.severity,
      includeExcluded: query.includeExcluded,
      scope: query.scope,
    })
    const base = baseUrl()
    return successResponse({
      total: alerts.length,
      alerts: alerts.map((stored) => toAlert(stored, base)),
      assignments: Object.fromEntries(assignments),
      unassigned,
      rollups: Object.fromEntries(rollups),
      ...(severities && { severities: Object.fromEntries(severities) }),
    })
  },
})

const suggestedFlag = z.literal(true)
const suggestedNode = SCHEMAS.node.stored
  .extend({ suggested: suggestedFlag })
  .meta({ id: 'SuggestedNode', description: 'A node to add, which is not stored' })
const suggestedEdge = SCHEMAS.edge.stored
  .extend({ suggested: suggestedFlag })
  .meta({ id: 'SuggestedEdge', description: 'An edge to add, which is not stored' })
const resourceKey = z.strictObject({ environment: name, resource: name })
const selection = z.strictObject({
  severity: severities.nullable().meta({ description: 'Only alerts with these severities' }),
  includeExcluded: z.boolean().nullish().meta(ignoreImpact),
})

/**
 * Suggests nodes for alerts that have no node (rules.md#suggestions). A field in the body overrides the query parameter
 * with the same name, unless the field is `null` or an empty list.
 */
const suggestTopology = defineRoute({
  id: 'suggestTopology',
  method: 'post',
  path: '/api/service_topology/:id/suggest',
  summary: 'Suggest nodes for alerts without a node',
  description:
    'Proposes the resources of active alerts, and their parents in the resource graph, as nodes. Nothing is saved: add the nodes and edges that you want to the graph, and save the topology. A field in the body overrides the query parameter with the same name.',
  query: { severity: severities, includeExcluded: switchParam.meta(ignoreImpact) },
  body: { schema: selection, read: selection, optional: true },
  responses: {
    200: {
      description: 'Nodes and edges to add, with a summary',
      body: successBody({
        nodes: z.array(suggestedNode).meta({ description: 'The nodes to add' }),
        edges: z.array(suggestedEdge).meta({ description: 'The edges to add' }),
        summary: z
          .strictObject({
            newEnvironments: z.array(name),
            newResources: z.array(resourceKey),
            skippedEnvironments: z.array(name).meta({ description: 'Environments of alerts that have a node already' }),
            skippedResources: z
              .array(resourceKey)
              .meta({ description: 'Resources of alerts that have a node already' }),
          })
          .meta({ description: 'What is new, and what is there already' }),
        truncated: z
          .boolean()
          .meta({ description: `Whether nodes are omitted because a topology has at most ${LIMITS.topologyNodes}` }),
        alertsLeftOut: z.int().meta({ minimum: 0, description: 'The number of alerts without a node for that reason' }),
      }),
    },
  },
  handle: async ({ caller, params, query, body }, { opsgraph }) => {
    const suggestion = await opsgraph.suggestTopology(caller, {
      id: params.id,
      severities: body.severity?.length ? body.severity : query.severity,
      includeExcluded: body.includeExcluded ?? query.includeExcluded,
    })
    return successResponse(suggestion)
  },
})

/** The endpoints that assign alerts to nodes, and that suggest nodes for alerts (rules.md#topologies). */
export const topologyAlertRoutes = [readAssignments, suggestTopology]
