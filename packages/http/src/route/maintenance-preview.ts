import { SCHEMAS, USE_CASE_SCOPES } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { unchecked } from '../pipeline/route-body.js'
import { okay } from '../wire/okay.js'

const count = z.int().meta({ minimum: 0 })

const wouldBeHeld = z
  .strictObject({
    id: z.string(),
    environment: z.string(),
    resource: z.string(),
    event: z.string(),
    severity: SCHEMAS.severity,
    below: z.string().nullable().meta({
      description: 'The nearest resource below the alert that the filters match; null = they match the alert itself',
    }),
  })
  .meta({ id: 'WouldBeHeld', description: 'An active alert that the window would hold now' })

const preview = {
  total: count.meta({ description: 'The number of active alerts' }),
  searched: count.meta({ description: 'The number of alerts that were looked at: those that were received last' }),
  matched: count.meta({ description: 'The number of alerts that the window would hold, among those looked at' }),
  alerts: z.array(wouldBeHeld).meta({ description: 'The first of them, those that were received last first' }),
}

/** Tries out a maintenance window without saving it (rules.md#maintenance-windows-15). */
export const previewMaintenanceWindowRoute = defineRoute({
  id: 'previewMaintenanceWindow',
  method: 'post',
  path: '/api/maintenance/preview',
  // GET, PUT and DELETE of this path are passed on to the routes of `/api/maintenance/:id`. Those routes find no window
  // with the id `preview`.
  sharesPath: true,
  summary: 'Preview a maintenance window',
  description:
    'Says which active alerts a window with these `filters` and this `hurtDepth` would hold now. Nothing is stored, and other windows do not matter.',
  scope: USE_CASE_SCOPES.previewMaintenanceWindow,
  body: { schema: SCHEMAS.maintenanceWindowPreview },
  responses: { 200: { description: 'The alerts that the window would hold', body: okay(preview) } },
  handle: async ({ caller, body }, { opsgraph }) => {
    return {
      status: 200,
      body: { status: 'ok', ...(await opsgraph.previewMaintenanceWindow(caller, unchecked(body))) },
    }
  },
})
