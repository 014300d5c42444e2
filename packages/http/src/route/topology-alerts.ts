import { SEVERITIES } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../define-route.js'
import { alert, toAlert } from '../wire/alert.js'
import { idParam, name } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { switchParam } from '../wire/switch.js'

const alertIds = z.array(z.string())

/** Where the alerts of a service land in its topology (api.md, GET .../assignments). */
export const readAssignmentsRoute = defineRoute({
  id: 'readAssignments',
  method: 'get',
  path: '/api/service_topology/:id/assignments',
  summary: 'Put the active alerts of a service onto the nodes of its topology',
  scope: 'read:service_topologies',
  params: idParam,
  query: {
    severity: z
      .array(z.string())
      .optional()
      .meta({ description: `Alerts of exactly these severities; there are ${SEVERITIES.join(', ')}` }),
    includeExcluded: switchParam.meta({ description: 'Ignore the impact filters of the service' }),
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
          .meta({ description: 'By alert id; via = the ancestor that is a node' }),
      }),
    },
  },
  handle: async ({ params, query }, { opsgraph, baseUrl }) => {
    const { alerts, assignments, unassigned, rollups } = await opsgraph.readAssignments({
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
