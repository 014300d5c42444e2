import { LIMITS, USE_CASE_SCOPES } from '@opsgraph/core'
import { defineRoute } from '../pipeline/define-route.js'
import { cmdbCsv, cmdbForm, relationRecords, relationsReport } from '../wire/cmdb-report.js'
import { importQuery } from '../wire/import-query.js'
import { requiredName } from '../wire/name.js'

/** Applies the relations of a source (rules.md#applying-relations). */
export const applyRelations = defineRoute({
  id: 'applyRelations',
  method: 'post',
  path: '/api/resources/relations/apply',
  summary: 'Apply the relations that a source states',
  description:
    'Takes a list of relations as JSON, JSON lines or CSV, and writes them in one transaction as relations of source `cmdb` with the name of the source in `sourceRef`. Topologies do not change. The mode `merge` adds relations; `replace` also withdraws what the same source has stated earlier and the file does not state. What other sources state stays. With `dryRun=1`, the same answer says what would be done. All faults of a file are reported together.',
  scope: USE_CASE_SCOPES.applyRelations,
  query: {
    ...importQuery,
    source: requiredName.meta({ maxLength: LIMITS.cmdbSource, description: 'Who states the relations' }),
  },
  body: {
    schema: relationRecords,
    file: { 'text/csv': cmdbCsv, 'multipart/form-data': cmdbForm },
    limit: LIMITS.cmdbBytes,
  },
  refuses: ['conflict'],
  responses: { 200: { description: 'The changes that were made, or would be made', body: relationsReport } },
  handle: async ({ caller, query, openUpload }, { opsgraph, metrics }) => {
    const { dryRun, changes, plan, planHash, ...options } = query
    const { chunks: body, ...file } = await openUpload()
    const { report } = await metrics.imports.time({ kind: 'relations', dryRun }, () =>
      opsgraph.applyRelations(caller, { body, ...file, options, dryRun, changes, plan, planHash }),
    )
    return { status: 200, body: { status: 'ok', ...report } }
  },
})
