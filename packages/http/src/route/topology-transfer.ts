import { LIMITS, SCHEMAS } from '@opsgraph/core'
import { POSITION_CHOICES, TRANSFER_MODES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { name, successResponse, switchParam } from '../wire/fields.js'
import { topologyImportReport } from '../wire/topology-import-report.js'

const PATH = '/api/service_topology'
const topologyForm = z
  .object({ file: z.string().meta({ format: 'binary' }) })
  .meta({ id: 'TopologyForm', description: 'A form with the file' })
const ATTACHMENT_HEADER = { 'Content-Disposition': 'The name of the file' }

/**
 * The error kinds of an export. `conflict` is possible because an export writes an audit entry, which may conflict with
 * concurrent writes.
 */
const EXPORT_ERRORS = ['notFound', 'conflict'] as const

const exportTopologies = defineRoute({
  id: 'exportTopologies',
  method: 'get',
  path: `${PATH}/export`,
  summary: 'Download several topologies as a bundle',
  description:
    'The bundle holds the graphs, the weight policies and the catalog entries, ordered by service. Import it into another installation with `POST /api/service_topology/import`.',
  query: {
    ids: z
      .string()
      .optional()
      .meta({
        type: 'array',
        items: { type: 'string' },
        description: 'The ids of topologies; all of them when omitted',
      }),
  },
  refuses: EXPORT_ERRORS,
  responses: {
    200: { description: 'The bundle, as an attachment', body: SCHEMAS.exportBundle, headers: ATTACHMENT_HEADER },
  },
  handle: async ({ caller, query }, { opsgraph, version: appVersion }) => {
    const ids = query.ids?.split(',')
    const { document, text, fileName } = await opsgraph.exportTopologies(caller, { ids, appVersion })
    return { status: 200, headers: attachmentHeaders(fileName), body: document, text }
  },
})

const importTopologies = defineRoute({
  id: 'importTopologies',
  method: 'post',
  path: `${PATH}/import`,
  summary: 'Import a file of topologies',
  description:
    'Takes an exported document or bundle, an export of the editor, or a tree of an earlier release, and imports all topologies of the file or none. With `dryRun=1`, the answer says what the import would do.',
  query: {
    mode: z.enum(TRANSFER_MODES).meta({ description: 'Replace each topology with that of the file, or merge them' }),
    dryRun: switchParam.meta({ description: 'Plan and count, write nothing' }),
    changes: switchParam.meta({ description: 'List the changes in addition to their counters' }),
    positions: z
      .enum(POSITION_CHOICES)
      .default('keep')
      .meta({ description: 'The positions of existing nodes; for merge only' }),
    service: name.default('').meta({ description: 'The service for files that name no service' }),
  },
  body: { schema: SCHEMAS.topologyFile, file: { 'multipart/form-data': topologyForm }, limit: LIMITS.transferBytes },
  responses: { 200: { description: 'The changes that were made, or would be made', body: topologyImportReport } },
  handle: async ({ caller, query, openUpload }, { opsgraph, metrics }) => {
    const { dryRun, changes, ...options } = query
    const { chunks: body, size } = await openUpload()
    const report = await metrics.imports.time({ kind: 'topologies', dryRun }, () =>
      opsgraph.importTopologies(caller, { body, size, options, dryRun, changes }),
    )
    return successResponse(report)
  },
})

const exportTopology = defineRoute({
  id: 'exportTopology',
  method: 'get',
  path: `${PATH}/:id/export`,
  summary: 'Download a topology',
  description:
    'The document holds the graph, the weight policies and the catalog entry of the service. Two exports of the same data differ only in `exportedAt` and `appVersion`, so the file can be kept in version control.',
  refuses: EXPORT_ERRORS,
  responses: {
    200: { description: 'The document, as an attachment', body: SCHEMAS.exportDocument, headers: ATTACHMENT_HEADER },
  },
  handle: async ({ caller, params: { id } }, { opsgraph, version: appVersion }) => {
    const { document, text, fileName } = await opsgraph.exportTopology(caller, { id, appVersion })
    return { status: 200, headers: attachmentHeaders(fileName), body: document, text }
  },
})

function attachmentHeaders(fileName: string) {
  return { 'Content-Disposition': `attachment; filename="${fileName}"` }
}

/** The endpoints that export and import topology files (rules.md#topologies). */
export const topologyTransferRoutes = [exportTopologies, importTopologies, exportTopology]
