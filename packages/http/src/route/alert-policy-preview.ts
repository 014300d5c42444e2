import { SCHEMAS, USE_CASE_SCOPES } from '@opsgraph/core'
import { defineRoute } from '../pipeline/define-route.js'
import { unchecked } from '../pipeline/route-body.js'
import { alertPolicyPreview, toAlertPolicyPreview } from '../wire/alert-policy-preview.js'
import { okay } from '../wire/okay.js'

/** Tries out an alert policy without saving it (rules.md#alert-policy-preview). */
export const previewAlertPolicyRoute = defineRoute({
  id: 'previewAlertPolicy',
  method: 'post',
  path: '/api/alert_policy/preview',
  // GET, PUT and DELETE of this path are passed on to the routes of `/api/alert_policy/:id`. Those routes find no
  // policy with the id `preview`.
  sharesPath: true,
  summary: 'Preview an alert policy',
  description:
    'Tries a policy that is not saved on the alerts of kept deliveries and on stored alerts. Nothing is stored, and the `status` of the policy does not matter.',
  scope: USE_CASE_SCOPES.previewAlertPolicy,
  body: { schema: SCHEMAS.policyPreview },
  responses: { 200: { description: 'What the policy would do with each alert', body: okay(alertPolicyPreview) } },
  handle: async ({ caller, body }, { opsgraph }) => {
    const preview = await opsgraph.previewAlertPolicy(caller, unchecked(body))
    return { status: 200, body: { status: 'ok', ...toAlertPolicyPreview(preview) } }
  },
})
