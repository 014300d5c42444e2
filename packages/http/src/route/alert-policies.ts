import { LIST_COLUMNS, SCHEMAS, USE_CASE_SCOPES } from '@opsgraph/core'
import { policyWarnings } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { unchecked } from '../pipeline/route-body.js'
import { idParam } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { answeredPolicy, policyRoutes, WARNINGS, warned } from './policy-routes.js'

const PRESET = 'hostnames: the spellings of one host become one name. The body then replaces fields of the preset'
const PATH = '/api/alert_policy'

const setAlertPolicyStatus = defineRoute({
  id: 'setAlertPolicyStatus',
  method: 'put',
  path: `${PATH}/:id/status`,
  summary: 'Activate or deactivate an alert policy',
  scope: USE_CASE_SCOPES.setAlertPolicyStatus,
  params: idParam,
  body: { schema: SCHEMAS.policyStatus },
  refuses: ['notFound'],
  responses: { 200: { description: 'The policy', body: okay({ policy: SCHEMAS.alertPolicy.stored, ...WARNINGS }) } },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readAlertPolicyById(caller, params.id),
  handle: async ({ caller, params, body }, { opsgraph }) => {
    const policy = await opsgraph.setAlertPolicyStatus(caller, { id: params.id, body: unchecked(body) })
    return { status: 200, body: { status: 'ok', policy: answeredPolicy(policy), ...warned(policyWarnings(policy)) } }
  },
})

/** The endpoints for alert policies (rules.md#alert-policies). */
export const alertPolicyRoutes = [
  ...policyRoutes({
    name: 'AlertPolicy',
    names: 'AlertPolicies',
    path: PATH,
    keys: { one: 'policy', many: 'policies' },
    columns: LIST_COLUMNS.alertPolicies,
    schemas: SCHEMAS.alertPolicy,
    warningsOf: policyWarnings,
    summaries: {
      list: 'List alert policies in the order of their application',
      create: 'Create a policy that changes or drops matching alerts when they arrive',
      read: 'Read an alert policy',
      update: 'Change any part of an alert policy',
      delete: 'Delete an alert policy; alerts that it has changed stay as they are',
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
