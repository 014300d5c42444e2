import { LIMITS, SEVERITIES, USE_CASE_SCOPES } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../define-route.js'
import { alert, toAlert } from '../wire/alert.js'
import { suggestedEdge, suggestedNode } from '../wire/graph.js'
import { idParam, name } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { switchParam } from '../wire/switch.js'

const alertIds = z.array(z.string())
const severities = z
  .array(z.string())
  .optional()
  .meta({ description: `Alerts of exactly these severities; there are ${SEVERITIES.join(', ')}` })
const ignoreImpact = { description: 'Ignore the impact rules of the service in the catalog' }

/** Where the alerts of a service land in its topology (rules.md#assignments). */
const readAssignments = defineRoute({
  id: 'readAssignments',
  method: 'get',
  path: '/api/service_topology/:id/assignments',
  summary: 'Put the active alerts of a service onto the nodes of its topology',
  scope: USE_CASE_SCOPES.readAssignments,
  params: idParam,
  query: { severity: severities, includeExcluded: switchParam.meta(ignoreImpact) },
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
          .meta({ description: 'By alert id; via = the ancestor that is a node' }),
      }),
    },
  },
  handle: async ({ caller, params, query, baseUrl }, { opsgraph }) => {
    const { alerts, assignments, unassigned, rollups } = await opsgraph.readAssignments(caller, {
      id: params.id,
      severities: query.severity,
      includeExcluded: query.includeExcluded,
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
      },
    }
  },
})

const resourceKey = z.strictObject({ environment: name, resource: name })
const selection = z.strictObject({
  severity: severities.nullable(),
  includeExcluded: z.boolean().nullish().meta(ignoreImpact),
})

/** Nodes for what has none (rules.md#suggestions); the body wins over the query, field by field. */
const suggestTopology = defineRoute({
  id: 'suggestTopology',
  method: 'post',
  path: '/api/service_topology/:id/suggest',
  summary: 'Propose nodes for the active alerts of a service that have none; nothing is saved',
  scope: USE_CASE_SCOPES.suggestTopology,
  params: idParam,
  query: { severity: severities, includeExcluded: switchParam.meta(ignoreImpact) },
  body: { schema: selection, read: selection, optional: true },
  refuses: ['notFound'],
  responses: {
    200: {
      description: 'Nodes and edges to add, and what they are for',
      body: okay({
        nodes: z.array(suggestedNode),
        edges: z.array(suggestedEdge),
        summary: z.strictObject({
          newEnvironments: z.array(name),
          newResources: z.array(resourceKey),
          skippedEnvironments: z.array(name).meta({ description: 'Of alerts, and nodes already' }),
          skippedResources: z.array(resourceKey).meta({ description: 'Of alerts, and nodes already' }),
        }),
        truncated: z
          .boolean()
          .meta({ description: `Whether nodes are left out because a topology has at most ${LIMITS.topologyNodes}` }),
        alertsLeftOut: z.int().meta({ minimum: 0, description: 'How many alerts get no node because of that' }),
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

/** The endpoints of rules.md#topologies that look at alerts. */
export const topologyAlertRoutes = [readAssignments, suggestTopology]
