import { LIMITS, USE_CASE_SCOPES } from '@opsgraph/core'
import { SEVERITIES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { alert, toAlert } from '../wire/alert.js'
import { suggestedEdge, suggestedNode } from '../wire/graph.js'
import { idParam, name } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { oneOf } from '../wire/page.js'
import { severity } from '../wire/stored.js'
import { switchParam } from '../wire/switch.js'

const alertIds = z.array(z.string())
const severities = z.array(oneOf(SEVERITIES)).optional().meta({ description: 'Only alerts with these severities' })
const MORE_SCOPES = `also needs the scopes ${USE_CASE_SCOPES.listAlerts} and ${USE_CASE_SCOPES.listCatalogServices}`
const ignoreImpact = { description: 'Ignore the alert impact of the catalog service' }

const nodeSeverity = z
  .strictObject({
    own: severity
      .nullable()
      .meta({ description: 'The worst severity of the alerts on the node; null = no alert counts' }),
    inherited: severity.nullable().meta({ description: 'The worst own severity of the nodes below; null = none' }),
    from: z.string().nullable().meta({ description: 'The id of the nearest node that inherited comes from' }),
  })
  .meta({ id: 'NodeSeverity' })

/** Assigns the alerts of a service to the nodes of its topology (rules.md#assignments). */
const readAssignments = defineRoute({
  id: 'readAssignments',
  method: 'get',
  path: '/api/service_topology/:id/assignments',
  summary: 'Assign the active alerts of a service to the nodes of its topology',
  scope: USE_CASE_SCOPES.readAssignments,
  params: idParam,
  isVersioned: true,
  query: {
    severity: severities,
    includeExcluded: switchParam.meta(ignoreImpact),
    scope: z
      .enum(['service', 'graph'])
      .default('service')
      .meta({
        description: `service = the alerts that name the service; graph = all alerts that reach the topology, with severities; graph ${MORE_SCOPES}`,
      }),
  },
  refuses: ['notFound'],
  responses: {
    200: {
      description: 'The alerts and their nodes',
      body: okay({
        total: z.int(),
        alerts: z.array(alert),
        assignments: z.record(z.string(), alertIds).meta({ description: 'Alert ids by node id' }),
        unassigned: alertIds,
        rollups: z
          .record(z.string(), z.strictObject({ nodeId: z.string(), via: name }))
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
    return {
      status: 200,
      body: {
        status: 'ok',
        total: alerts.length,
        alerts: alerts.map((stored) => toAlert(stored, base)),
        assignments: Object.fromEntries(assignments),
        unassigned,
        rollups: Object.fromEntries(rollups),
        ...(severities && { severities: Object.fromEntries(severities) }),
      },
    }
  },
})

const resourceKey = z.strictObject({ environment: name, resource: name })
const selection = z.strictObject({
  severity: severities.nullable(),
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
  summary: 'Propose nodes for the active alerts of a service that have no node; nothing is saved',
  scope: USE_CASE_SCOPES.suggestTopology,
  params: idParam,
  query: { severity: severities, includeExcluded: switchParam.meta(ignoreImpact) },
  body: { schema: selection, read: selection, optional: true },
  refuses: ['notFound'],
  responses: {
    200: {
      description: 'Nodes and edges to add, with a summary',
      body: okay({
        nodes: z.array(suggestedNode),
        edges: z.array(suggestedEdge),
        summary: z.strictObject({
          newEnvironments: z.array(name),
          newResources: z.array(resourceKey),
          skippedEnvironments: z.array(name).meta({ description: 'Environments of alerts that have a node already' }),
          skippedResources: z.array(resourceKey).meta({ description: 'Resources of alerts that have a node already' }),
        }),
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
    return { status: 200, body: { status: 'ok', ...suggestion } }
  },
})

/** The endpoints that assign alerts to nodes, and that suggest nodes for alerts (rules.md#topologies). */
export const topologyAlertRoutes = [readAssignments, suggestTopology]
