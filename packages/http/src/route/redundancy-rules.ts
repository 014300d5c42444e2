import { LIST_COLUMNS, SCHEMAS } from '@opsgraph/core'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput } from '../pipeline/route-body.js'
import { name, requiredName, successBody, successResponse } from '../wire/fields.js'
import { listRoute } from './stored-routes.js'

const PATH = '/api/resources/rule'
const key = {
  resource: requiredName.meta({ description: 'The resource whose children the rule counts' }),
  environment: name.default('').meta({ description: 'The environment of the resource' }),
}
const oneRule = (description: string) => ({ description, body: successBody({ rule: SCHEMAS.redundancyRule.stored }) })

const listRedundancyRules = listRoute({
  id: 'listRedundancyRules',
  path: '/api/resources/rules',
  summary: 'List redundancy rules',
  description:
    'A rule says how many children of a resource must be healthy, such as two of three databases. The list is ordered by environment and resource.',
  columns: LIST_COLUMNS.redundancyRules,
  meanings: { q: 'Only rules whose resource or text contains this text, in upper or lower case' },
  key: 'rules',
  item: SCHEMAS.redundancyRule.stored,
  list: (opsgraph) => opsgraph.listRedundancyRules,
})

const readRedundancyRule = defineRoute({
  id: 'readRedundancyRule',
  method: 'get',
  path: PATH,
  summary: 'Read the redundancy rule of a resource',
  description:
    'Answers 404 if the resource has no rule. Without a rule, one failed child is enough to hurt the resource.',
  query: key,
  refuses: ['notFound'],
  responses: { 200: oneRule('The rule') },
  handle: async ({ caller, query }, { opsgraph }) =>
    successResponse({ rule: await opsgraph.readRedundancyRule(caller, query) }),
})

const putRedundancyRule = defineRoute({
  id: 'putRedundancyRule',
  method: 'put',
  path: PATH,
  summary: 'Set the redundancy rule of a resource',
  description:
    'Creates the rule (201), or replaces it (200): fields that are not sent get their default values. A rule of a stronger source stays as it is, and is the answer: `manual`, `event`, `cmdb`, `topology`, `policy`, from strong to weak. A source other than `manual` needs the scope `admin:service_topologies` too. The resource may have no children yet.',
  query: key,
  body: { schema: SCHEMAS.redundancyRuleBody },
  responses: { 200: oneRule('The stored rule'), 201: oneRule('The new rule') },
  handle: async ({ caller, query, body }, { opsgraph }) => {
    const { rule, created } = await opsgraph.putRedundancyRule(caller, { ...query, body: asUncheckedInput(body) })
    return successResponse({ rule }, created ? 201 : 200)
  },
})

const deleteRedundancyRule = defineRoute({
  id: 'deleteRedundancyRule',
  method: 'delete',
  path: PATH,
  summary: 'Delete the redundancy rule of a resource',
  description: 'From then on, one failed child is enough to hurt the resource.',
  query: key,
  refuses: ['notFound'],
  responses: { 200: { description: 'The rule is deleted', body: successBody({}) } },
  handle: async ({ caller, query }, { opsgraph }) => {
    await opsgraph.deleteRedundancyRule(caller, query)
    return successResponse({})
  },
})

/** The endpoints for redundancy rules (rules.md#redundancy-rules). */
export const redundancyRuleRoutes = [listRedundancyRules, readRedundancyRule, putRedundancyRule, deleteRedundancyRule]
