import { LIST_COLUMNS, SCHEMAS, USE_CASE_SCOPES } from '@opsgraph/core'
import { z } from 'zod'
import { ALERT_CSV } from '../csv/csv-columns.js'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput } from '../pipeline/route-body.js'
import { alert, changedStatuses, toAlert } from '../wire/alert.js'
import { boolean, successBody, successResponse, switchParam } from '../wire/fields.js'
import { unknownNames } from '../wire/impact.js'
import { ALERT_FILTERS } from '../wire/page.js'
import { deleteRoute, listRoute } from './stored-routes.js'

const PATH = '/api/alert'
/** The columns of the alerts of one service. The path names the service, so there is no filter `service`. */
const COLUMNS_OF_SERVICE = {
  ...LIST_COLUMNS.alerts,
  filters: LIST_COLUMNS.alerts.filters.filter((column) => column !== 'service'),
}
const SCOPES_OF_IMPACT = USE_CASE_SCOPES.readImpact.join(', ')

const receiveAlert = defineRoute({
  id: 'receiveAlert',
  method: 'post',
  path: PATH,
  summary: 'Receive an alert',
  description:
    'Alert policies run first; then the alert is merged into the stored alert with the same environment, resource and event, or stored as a new one. Unknown fields are ignored. It is safe to send an alert again: the server counts it as a duplicate. For a tool that has another format, create a webhook.',
  body: { schema: SCHEMAS.alert.created },
  responses: {
    200: {
      description: 'An alert policy dropped the alert, or it is outdated: nothing is stored',
      body: successBody({
        id: z.string().nullable().meta({ description: 'The id of the alert; null = it was dropped' }),
        alert: alert.nullable().meta({ description: 'The stored alert; null = it was dropped' }),
        message: z.string().optional().meta({ description: 'Which alert policy dropped the alert' }),
        outdated: z
          .literal(true)
          .optional()
          .meta({ description: 'A newer state of the alert was there before; `alert` is that state' }),
      }),
    },
    201: { description: 'The alert, new or a duplicate', body: successBody({ id: z.string(), alert }) },
  },
  handle: async ({ caller, body, baseUrl }, { opsgraph }) => {
    const received = await opsgraph.receiveAlert(caller, asUncheckedInput(body))
    if ('droppedBy' in received) {
      const message = `dropped by the alert policy ${received.droppedBy}`
      return successResponse({ id: null, alert: null, message })
    }
    if ('outdated' in received) {
      const { alert: stored } = received
      return successResponse({ id: stored.id, alert: toAlert(stored, baseUrl()), outdated: true })
    }
    return successResponse({ id: received.id, alert: toAlert(received, baseUrl()) }, 201)
  },
})

const readAlert = defineRoute({
  id: 'readAlert',
  method: 'get',
  path: `${PATH}/:id`,
  summary: 'Read an alert',
  description: 'The answer has the whole history and all open fingerprints, which lists leave out.',
  responses: { 200: { description: 'The alert', body: successBody({ total: z.literal(1), alert }) } },
  handle: async ({ caller, params, baseUrl }, { opsgraph }) => {
    const stored = await opsgraph.readAlertById(caller, params.id)
    return successResponse({ total: 1, alert: toAlert(stored, baseUrl()) })
  },
})

const deleteAlert = deleteRoute({
  id: 'deleteAlert',
  path: `${PATH}/:id`,
  summary: 'Delete an alert',
  description:
    'The relations that the alert stated stay. To end an alert without losing its history, set the status `closed`.',
  done: 'The alert is deleted',
  delete: (opsgraph) => opsgraph.deleteAlert,
})

const setAlertStatus = defineRoute({
  id: 'setAlertStatus',
  method: 'put',
  path: `${PATH}/:id/status`,
  summary: 'Change the status of an alert',
  description:
    'The history gets an entry with `text`. With `timeout`, the statuses `ack` and `shelved` end by themselves, and the alert becomes `open` again. Every later change of the status cancels this end. `assign` gives the alert to a person. With `withExplained`, what the alert explains gets the status too, which needs the scopes of `GET /api/impact`.',
  body: { schema: SCHEMAS.alertStatusChange },
  responses: { 200: { description: 'The alert', body: successBody({ alert }) } },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readAlertById(caller, params.id),
  handle: async ({ caller, params, body, baseUrl }, { opsgraph }) => {
    const changed = await opsgraph.setAlertStatus(caller, { id: params.id, body: asUncheckedInput(body) })
    return successResponse({ alert: toAlert(changed, baseUrl()) })
  },
})

const setAlertStatuses = defineRoute({
  id: 'setAlertStatuses',
  method: 'put',
  path: '/api/alerts/status',
  summary: 'Change the status of many alerts',
  description:
    'Selects alerts either by `ids` or by `filters`, and changes all of them or none. With `dryRun=1`, the answer lists the alerts that the request would change; to change exactly these alerts, send their `ids`. With `withExplained`, what the selected alerts explain gets the status too, which needs the scopes of `GET /api/impact`. Pass `before` and `assignee` of the answer to `PUT /api/alerts/status/undo` to undo the change.',
  query: { dryRun: switchParam.meta({ description: 'Select the alerts, change nothing' }) },
  body: { schema: SCHEMAS.alertStatusChanges },
  refuses: ['notFound'],
  responses: { 200: { description: 'The changed alerts', body: successBody(changedStatuses) } },
  handle: async ({ caller, body, query }, { opsgraph }) => {
    const { ids, ...changed } = await opsgraph.setAlertStatuses(caller, asUncheckedInput(body), query)
    return successResponse({ count: ids.length, ids, ...changed })
  },
})

const undoAlertStatuses = defineRoute({
  id: 'undoAlertStatuses',
  method: 'put',
  path: '/api/alerts/status/undo',
  summary: 'Undo a change of the status of alerts',
  description:
    'Gives each alert the status back that it had before the change. An alert whose status or assignee has changed again, or that has been deleted, is left alone.',
  body: { schema: SCHEMAS.undoneAlertStatuses },
  responses: {
    200: {
      description: 'The alerts that got their earlier status back',
      body: successBody({ count: changedStatuses.count, ids: changedStatuses.ids }),
    },
  },
  handle: async ({ caller, body }, { opsgraph }) => {
    const ids = await opsgraph.undoAlertStatuses(caller, asUncheckedInput(body))
    return successResponse({ count: ids.length, ids })
  },
})

const addAlertNote = defineRoute({
  id: 'addAlertNote',
  method: 'post',
  path: `${PATH}/:id/note`,
  summary: 'Add a note to the history of an alert',
  description: 'Writes down what people find out. A note changes neither the status nor the severity.',
  body: { schema: SCHEMAS.alertNote },
  responses: { 201: { description: 'The alert with the note', body: successBody({ alert }) } },
  handle: async ({ caller, params, body, baseUrl }, { opsgraph }) => {
    const noted = await opsgraph.addAlertNote(caller, { id: params.id, body: asUncheckedInput(body) })
    return successResponse({ alert: toAlert(noted, baseUrl()) }, 201)
  },
})

const listAlerts = listRoute({
  id: 'listAlerts',
  path: '/api/alerts',
  summary: 'List alerts',
  description:
    'An alert matches if it matches all filters; a repeated filter matches any of its values. `hurts` and `unreached` relate alerts to `GET /api/impact`, and need its scopes.',
  columns: LIST_COLUMNS.alerts,
  meanings: ALERT_FILTERS,
  more: {
    hurts: z
      .array(z.string())
      .optional()
      .meta({
        description: `Services: the alerts that GET /api/impact counts for one of them; needs the scopes ${SCOPES_OF_IMPACT}`,
      }),
    unreached: boolean.optional().meta({
      description: `true = only the alerts that reach no service; needs the scopes ${SCOPES_OF_IMPACT}`,
    }),
  },
  key: 'alerts',
  item: alert,
  toItem: toAlert,
  further: { unknown: unknownNames.optional().meta({ description: 'Names in `hurts` that no service has' }) },
  list: (opsgraph) => opsgraph.listAlerts,
  csv: { columns: ALERT_CSV, stream: (opsgraph) => opsgraph.streamAlerts },
})

const listAlertsByService = listRoute({
  id: 'listAlertsByService',
  path: '/api/alerts/by_service/:service',
  summary: 'List the alerts of a service',
  description:
    'Lists the alerts whose `service` contains the name. Without the filter `status`, only active alerts are listed, that is, alerts that are neither closed nor expired. To include alerts that reach the service only through the resource graph, use `GET /api/alerts?hurts=`.',
  params: { service: z.string().meta({ description: 'The name of the service' }) },
  columns: COLUMNS_OF_SERVICE,
  meanings: ALERT_FILTERS,
  key: 'alerts',
  item: alert,
  toItem: toAlert,
  list:
    (opsgraph, { service = '' }) =>
    (caller, request) =>
      opsgraph.listAlertsByService(caller, service, request),
})

/** The endpoints for alerts (rules.md#alerts). */
export const alertRoutes = [
  receiveAlert,
  readAlert,
  deleteAlert,
  setAlertStatus,
  addAlertNote,
  listAlerts,
  setAlertStatuses,
  undoAlertStatuses,
  listAlertsByService,
]
