import { LIMITS } from '@opsgraph/core'
import { CMDB_OPTIONS, cmdbTemplate } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { cmdbCsv, cmdbForm, cmdbRecords, cmdbReport, cmdbTemplateRecords } from '../wire/cmdb-report.js'
import { successResponse, switchParam } from '../wire/fields.js'
import { importQuery } from '../wire/import-query.js'

const PATH = '/api/resources/import'
const CSV_TYPE = 'text/csv; charset=utf-8'

const importCmdb = defineRoute({
  id: 'importCmdb',
  method: 'post',
  path: PATH,
  summary: 'Import a CMDB file',
  description:
    'Writes relations (the parent is what is hurt when the resource fails), catalog entries and the nodes of topologies, in one transaction. With `dryRun=1`, the same answer says what the import would do. With `mode=replace`, the import also removes what the same `source` has created earlier and the file no longer states. All faults of a file are reported together.',
  query: {
    ...importQuery,
    source: z.string().default('cmdb').meta({ maxLength: LIMITS.cmdbSource, description: 'The name of the CMDB' }),
    skipInvalid: switchParam.meta({
      description: 'Skip records with faults, list them in `errors`, and import the others',
    }),
  },
  body: {
    schema: cmdbRecords,
    file: { 'text/csv': cmdbCsv, 'multipart/form-data': cmdbForm },
    limit: LIMITS.cmdbBytes,
  },
  refuses: ['conflict'],
  responses: { 200: { description: 'The changes that were made, or would be made', body: cmdbReport } },
  handle: async ({ caller, query, openUpload }, { opsgraph, metrics }) => {
    const { dryRun, changes, plan, planHash, ...options } = query
    const { chunks: body, ...file } = await openUpload()
    const { report } = await metrics.imports.time({ kind: 'cmdb', dryRun }, () =>
      opsgraph.importCmdb(caller, { body, ...file, options, dryRun, changes, plan, planHash }),
    )
    return successResponse(report)
  },
})

const readCmdbTemplate = defineRoute({
  id: 'readCmdbTemplate',
  method: 'get',
  path: `${PATH}/template`,
  summary: 'Download an example file for the CMDB import',
  description: 'A file that can be imported as it is, or filled with your own records.',
  scope: 'read:service_topologies',
  query: { format: z.enum(CMDB_OPTIONS.format).default('json').meta({ description: 'The format of the file' }) },
  responses: {
    200: {
      description: 'Six records, as an attachment',
      body: cmdbTemplateRecords,
      orText: CSV_TYPE,
      headers: { 'Content-Disposition': 'The name of the file' },
    },
  },
  handle: async ({ query: { format } }) => {
    const { fileName, text } = cmdbTemplate(format)
    const headers = { 'Content-Disposition': `attachment; filename="${fileName}"` }
    const body = JSON.parse(cmdbTemplate('json').text) as z.output<typeof cmdbTemplateRecords>
    return { status: 200, headers, body, text, ...(format === 'csv' && { contentType: CSV_TYPE }) }
  },
})

/** The endpoints for CMDB imports (rules.md#cmdb-import). */
export const cmdbImportRoutes = [importCmdb, readCmdbTemplate]
