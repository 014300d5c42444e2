import { LIST_COLUMNS, SCHEMAS, USE_CASE_SCOPES } from '@opsgraph/core'
import { policyWarnings } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { unchecked } from '../pipeline/route-body.js'
import { alertPolicyPreview, toAlertPolicyPreview } from '../wire/alert-policy-preview.js'
import { idParam } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { filteringRoutes, POLICY_NOUNS, WARNINGS, warningsField, withAnsweredFilter } from './stored-routes.js'

const PRESET = 'hostnames: the spellings of one host become one name. The body then replaces fields of the preset'
const PATH = '/api/alert_policy'

const setAlertPolicyStatus = defineRoute({
  id: 'setAlertPolicyStatus',
  method: 'put',
  path: `${PATH}/:id/status`,
  summary: 'Activate or deactivate an alert policy',
  description: 'An inactive policy stays, but does not run.',
  scope: USE_CASE_SCOPES.setAlertPolicyStatus,
  params: idParam,
  body: { schema: SCHEMAS.policyStatus },
  refuses: ['notFound'],
  responses: { 200: { description: 'The policy', body: okay({ policy: SCHEMAS.alertPolicy.stored, ...WARNINGS }) } },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readAlertPolicyById(caller, params.id),
  handle: async ({ caller, params, body }, { opsgraph }) => {
    const policy = await opsgraph.setAlertPolicyStatus(caller, { id: params.id, body: unchecked(body) })
    return {
      status: 200,
      body: { status: 'ok', policy: withAnsweredFilter(policy), ...warningsField(policyWarnings(policy)) },
    }
  },
})

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
  scope: USE_CASE_SCOPES.previewAlertPolicy,
  body: { schema: SCHEMAS.policyPreview },
  responses: { 200: { description: 'What the policy would do with each alert', body: okay(alertPolicyPreview) } },
  handle: async ({ caller, body }, { opsgraph }) => {
    const preview = await opsgraph.previewAlertPolicy(caller, unchecked(body))
    return { status: 200, body: { status: 'ok', ...toAlertPolicyPreview(preview) } }
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
          'The policy runs on alerts that arrive from now on. Try it with `POST /api/alert_policy/preview` first. The answer has `warnings` if the policy would drop every alert.',
      },
      read: { summary: 'Read an alert policy', description: 'The policy with its filters and actions.' },
      update: {
        summary: 'Change an alert policy',
        description: 'Fields that are not sent stay. Alerts that the policy has changed stay as they are.',
      },
      delete: { summary: 'Delete an alert policy', description: 'Alerts that it has changed stay as they are.' },
    },
    createQuery: { preset: z.string().optional().meta({ description: PRESET }) },
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
