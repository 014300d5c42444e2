import { LIST_COLUMNS, SCHEMAS } from '@opsgraph/core'
import { policyWarnings } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput } from '../pipeline/route-body.js'
import { alertPolicyRun } from '../wire/alert-policy-run.js'
import { count, successBody, successResponse, time } from '../wire/fields.js'
import { filteringRoutes, POLICY_NOUNS, WARNINGS_FIELD, warningsField, withAnsweredFilter } from './stored-routes.js'

const PRESET_DESCRIPTION =
  'hostnames: the spellings of one host become one name. The body then replaces fields of the preset'
const PATH = '/api/alert_policy'

const setAlertPolicyStatus = defineRoute({
  id: 'setAlertPolicyStatus',
  method: 'put',
  path: `${PATH}/:id/status`,
  summary: 'Activate or deactivate an alert policy',
  description: 'An inactive policy stays, but does not run.',
  body: { schema: SCHEMAS.policyStatus },
  responses: {
    200: { description: 'The policy', body: successBody({ policy: SCHEMAS.alertPolicy.stored, ...WARNINGS_FIELD }) },
  },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readAlertPolicyById(caller, params.id),
  handle: async ({ caller, params, body }, { opsgraph }) => {
    const policy = await opsgraph.setAlertPolicyStatus(caller, { id: params.id, body: asUncheckedInput(body) })
    return successResponse({ policy: withAnsweredFilter(policy), ...warningsField(policyWarnings(policy)) })
  },
})

const value = z.unknown().meta({ description: 'The value that arrived; missing if there was none' }).optional()

const previewedAlert = z
  .strictObject({
    environment: value,
    resource: value,
    event: value,
    severity: value,
    webhookId: z
      .string()
      .nullable()
      .meta({ description: 'The webhook whose history has the delivery; null = a stored alert' }),
    receivedAt: time,
    alertId: z.string().nullable().meta({ description: 'The id of a stored alert' }),
    run: alertPolicyRun,
    error: z.string().nullable().meta({ description: 'Why the alert would be rejected after all policies' }),
  })
  .meta({ id: 'PreviewedAlert', description: 'An alert on which the policy was tried' })

/** What a policy would do (rules.md#alert-policy-preview). */
const alertPolicyPreview = {
  total: count.meta({ description: 'The number of alerts on which the policy was tried' }),
  matched: count,
  changed: count.meta({ description: 'The number of alerts that the policy would change' }),
  dropped: count.meta({ description: 'The number of alerts that the policy would drop' }),
  truncated: z.boolean().meta({
    description: 'True if the policies need too many steps; the preview covers only the first alerts then',
  }),
  alerts: z.array(previewedAlert).meta({ description: 'What the policy would do with each of them' }),
  ...WARNINGS_FIELD,
}

/** Tries out an alert policy without saving it (rules.md#alert-policy-preview). */
const previewAlertPolicy = defineRoute({
  id: 'previewAlertPolicy',
  method: 'post',
  path: `${PATH}/preview`,
  // GET, PUT and DELETE of this path are passed on to the routes of `/api/alert_policy/:id`. Those routes find no
  // policy with the id `preview`.
  sharesPath: true,
  summary: 'Preview an alert policy',
  description:
    'Tries a policy that is not saved on the alerts of stored deliveries and on stored alerts. Nothing is stored, and the `status` of the policy does not matter.',
  body: { schema: SCHEMAS.policyPreview },
  responses: {
    200: { description: 'What the policy would do with each alert', body: successBody(alertPolicyPreview) },
  },
  handle: async ({ caller, body }, { opsgraph }) => {
    const { warnings, ...preview } = await opsgraph.previewAlertPolicy(caller, asUncheckedInput(body))
    return successResponse({ ...preview, ...warningsField(warnings) })
  },
})

/**
 * The body of `POST /api/alert_policy`. With `?preset=…`, it needs only the fields that differ from the preset.
 */
const CREATE_BODY = z.union([SCHEMAS.alertPolicy.created, SCHEMAS.alertPolicy.changed]).meta({
  examples: SCHEMAS.alertPolicy.created.meta()?.examples,
})

/** The endpoints for alert policies (rules.md#alert-policies). */
export const alertPolicyRoutes = [
  previewAlertPolicy,
  ...filteringRoutes({
    name: 'AlertPolicy',
    names: 'AlertPolicies',
    path: PATH,
    nouns: POLICY_NOUNS,
    keys: { one: 'policy', many: 'policies' },
    columns: LIST_COLUMNS.alertPolicies,
    schemas: { ...SCHEMAS.alertPolicy, created: CREATE_BODY },
    warningsOf: policyWarnings,
    described: {
      list: {
        summary: 'List alert policies',
        description: 'Alert policies change or drop alerts when they arrive, in the order of `order`.',
      },
      create: {
        summary: 'Create an alert policy',
        description:
          'The policy runs on alerts that arrive from now on. Try it with `POST /api/alert_policy/preview` first. The answer has `warnings` if the policy would drop every alert, or if its filters have a key that no alert has.',
      },
      read: { summary: 'Read an alert policy', description: 'The policy with its filters and actions.' },
      update: {
        summary: 'Change an alert policy',
        description: 'Fields that are not sent stay. Alerts that the policy has changed stay as they are.',
      },
      delete: { summary: 'Delete an alert policy', description: 'Alerts that it has changed stay as they are.' },
    },
    createQuery: { preset: z.string().optional().meta({ description: PRESET_DESCRIPTION }) },
    useCases: (opsgraph) => ({
      list: opsgraph.listAlertPolicies,
      create: (caller, body, { preset }) =>
        typeof preset === 'string'
          ? opsgraph.createAlertPolicyFromPreset(caller, preset, body)
          : opsgraph.createAlertPolicy(caller, body),
      read: opsgraph.readAlertPolicyById,
      update: opsgraph.updateAlertPolicy,
      delete: opsgraph.deleteAlertPolicy,
    }),
  }),
  setAlertPolicyStatus,
]
