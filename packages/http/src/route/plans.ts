import { LIMITS, SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { cmdbReport, relationsReport, undoReport } from '../wire/cmdb-report.js'
import { successResponse, switchParam } from '../wire/fields.js'

const PATH = '/api/resources/plans'
/**
 * The body is declared as a file, so that core reads it only when fewer other documents are in memory: documents that
 * wait must not fill the memory.
 */
const body = { schema: SCHEMAS.planDocument, limit: LIMITS.planBytes, file: {} }
const appliedReport = z.union([cmdbReport, relationsReport])
const dryRun = switchParam.meta({ description: 'Check and count, write nothing' })

const applyPlan = defineRoute({
  id: 'applyPlan',
  method: 'post',
  path: `${PATH}/apply`,
  summary: 'Do exactly what a plan says',
  description:
    'The body is the document of a plan, as an import with `plan=1` answers it. The server makes the plan again, and writes it if it is still the same; otherwise the answer is 409, and nothing is written. To be able to undo the plan, put the `leftHash` of the answer into `applied.hash` of the document.',
  query: { dryRun, changes: switchParam.meta({ description: 'List the changes in addition to their counters' }) },
  body,
  refuses: ['conflict'],
  responses: { 200: { description: 'The changes that were made, or would be made', body: appliedReport } },
  handle: async ({ caller, openUpload, query }, { opsgraph, metrics }) => {
    const { chunks: document } = await openUpload()
    const report = await metrics.imports.time({ kind: 'plans', dryRun: query.dryRun }, () =>
      opsgraph.applyPlan(caller, { document, ...query }),
    )
    return successResponse(report)
  },
})

const undoPlan = defineRoute({
  id: 'undoPlan',
  method: 'post',
  path: `${PATH}/undo`,
  summary: 'Take back what a plan has written',
  description:
    'Restores relations, topologies and claims as they were, with their ids, positions and params, and removes what the plan created: everything or nothing. The body is the document of the plan with `applied.hash`. The answer is 409 if the plan is not applied, is undone already, or if something that it touched has changed since.',
  query: { dryRun },
  body,
  refuses: ['conflict'],
  responses: { 200: { description: 'What the undo restored, or would restore', body: undoReport } },
  handle: async ({ caller, openUpload, query }, { opsgraph, metrics }) => {
    const { chunks: document } = await openUpload()
    const report = await metrics.imports.time({ kind: 'plans', dryRun: query.dryRun }, () =>
      opsgraph.undoPlan(caller, { document, ...query }),
    )
    return successResponse(report)
  },
})

/** The endpoints for plans (rules.md#plans). */
export const planRoutes = [applyPlan, undoPlan]
