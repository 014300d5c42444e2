import { LIST_COLUMNS, type Opsgraph, SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput } from '../pipeline/route-body.js'
import { successBody, successResponse } from '../wire/fields.js'
import { deleteRoute, listRoute, WARNINGS_FIELD, warningsField } from './stored-routes.js'

const PATH = '/api/heartbeat'

/** A heartbeat (rules.md#heartbeats). */
const heartbeat = z
  .strictObject({ href: z.string().meta({ format: 'uri' }), ...SCHEMAS.heartbeat.stored.shape })
  .meta({ id: 'Heartbeat', description: 'The last sign of life of an origin' })

/** Adds `href`, the URL of a heartbeat. */
function toHeartbeat(shown: Awaited<ReturnType<Opsgraph['readHeartbeatById']>>, baseUrl: string) {
  return { href: `${baseUrl}${PATH}/${encodeURIComponent(shown.id)}`, ...shown }
}

const received = { id: z.string(), heartbeat, ...WARNINGS_FIELD }

const receiveHeartbeat = defineRoute({
  id: 'receiveHeartbeat',
  method: 'post',
  path: PATH,
  summary: 'Receive a heartbeat',
  description:
    'Says that a program is alive. Each `origin` has one heartbeat, which every further one renews. If none is received for `timeout` seconds, the server raises an alert `HeartbeatFail` whose resource is the origin; the next heartbeat closes it. Only the time of reception counts, so that wrong clocks do no harm. Unknown fields are ignored. As Alerta has it.',
  body: { schema: SCHEMAS.heartbeat.created },
  responses: {
    200: {
      description: 'The heartbeat is outdated: a newer one was there before, and nothing is stored',
      body: successBody({ ...received, outdated: z.literal(true) }),
    },
    201: { description: 'The heartbeat, new or renewed', body: successBody(received) },
  },
  handle: async ({ caller, body, baseUrl }, { opsgraph }) => {
    const { heartbeat, isOutdated, warnings } = await opsgraph.receiveHeartbeat(caller, asUncheckedInput(body))
    const id = heartbeat.id
    const shown = { id, heartbeat: toHeartbeat(heartbeat, baseUrl()), ...warningsField(warnings) }
    return isOutdated ? successResponse({ ...shown, outdated: true }) : successResponse(shown, 201)
  },
})

const listHeartbeats = listRoute({
  id: 'listHeartbeats',
  path: '/api/heartbeats',
  summary: 'List heartbeats',
  description:
    'The list is ordered by origin. To see first what is overdue or will be next, sort by `expireTime`. `status=expired` lists what is overdue now.',
  columns: LIST_COLUMNS.heartbeats,
  key: 'heartbeats',
  item: heartbeat,
  toItem: toHeartbeat,
  list: (opsgraph) => opsgraph.listHeartbeats,
})

const readHeartbeat = defineRoute({
  id: 'readHeartbeat',
  method: 'get',
  path: `${PATH}/:id`,
  summary: 'Read a heartbeat',
  description: 'The last sign of life of an origin.',
  responses: { 200: { description: 'The heartbeat', body: successBody({ total: z.literal(1), heartbeat }) } },
  handle: async ({ caller, params, baseUrl }, { opsgraph }) => {
    const found = await opsgraph.readHeartbeatById(caller, params.id)
    return successResponse({ total: 1, heartbeat: toHeartbeat(found, baseUrl()) })
  },
})

const deleteHeartbeat = deleteRoute({
  id: 'deleteHeartbeat',
  path: `${PATH}/:id`,
  summary: 'Delete a heartbeat',
  description:
    'From then on, no heartbeat is expected from the origin, until it sends the next one. If it was overdue, its alert closes.',
  done: 'The heartbeat is deleted',
  delete: (opsgraph) => opsgraph.deleteHeartbeat,
})

const severityCodes = Object.fromEntries(LIST_COLUMNS.alerts.closed.severity.map((severity, code) => [severity, code]))

const readConfig = defineRoute({
  id: 'readConfig',
  method: 'get',
  path: '/api/config',
  summary: 'Read what clients of Alerta need',
  description:
    'The command `alerta` reads the severities here before it does anything else. It sends no key, and none is needed.',
  scope: null,
  responses: {
    200: {
      description: 'The severities',
      body: successBody({
        alarm_model: z
          .strictObject({
            name: z.literal('opsgraph'),
            severity: z
              .record(z.string(), z.int())
              .meta({ description: 'The place of each severity in their order, 0 = the worst' }),
            defaults: z
              .strictObject({
                status: z.literal('unknown'),
                normal_severity: z.literal('normal'),
                previous_severity: z.literal('indeterminate'),
              })
              .meta({ description: 'The default values of Alerta' }),
          })
          .meta({ description: 'The severities, as Alerta describes them' }),
      }),
    },
  },
  handle: async () => {
    const defaults = { status: 'unknown', normal_severity: 'normal', previous_severity: 'indeterminate' } as const
    return successResponse({ alarm_model: { name: 'opsgraph', severity: severityCodes, defaults } })
  },
})

/** The endpoints for heartbeats, as Alerta has them (rules.md#heartbeats). */
export const heartbeatRoutes = [receiveHeartbeat, listHeartbeats, readHeartbeat, deleteHeartbeat, readConfig]
