import { SCHEMAS, USE_CASE_SCOPES } from '@opsgraph/core'
import { defineRoute } from '../pipeline/define-route.js'
import { unchecked } from '../pipeline/route-body.js'
import { okay } from '../wire/okay.js'
import { resourceRename } from '../wire/resource-rename.js'

/** Gives a resource another name (rules.md#rename). */
export const renameResourceRoute = defineRoute({
  id: 'renameResource',
  method: 'post',
  path: '/api/resources/rename',
  summary: 'Rename a resource',
  description:
    'Gives a resource another name in relations with their claims, nodes, redundancy rules, aliases and active alerts, all at once. Ids, icons, positions and params of nodes stay. The old name becomes an alias. If the new name exists, the answer is 409 and says what has it; with `merge`, both become one resource. With `dryRun`, nothing is written.',
  scope: USE_CASE_SCOPES.renameResource,
  body: { schema: SCHEMAS.resourceRename },
  refuses: ['notFound', 'conflict'],
  responses: { 200: { description: 'What has changed, or would change', body: okay(resourceRename) } },
  handle: async ({ caller, body }, { opsgraph }) => {
    return { status: 200, body: { status: 'ok', ...(await opsgraph.renameResource(caller, unchecked(body))) } }
  },
})
