import { LIMITS } from '@opsgraph/core/pure'
import { session } from '../session/session.js'
import {
  ApiError,
  createNoAnswerError,
  createNoKeyError,
  createTimeoutError,
  readFailure,
  removeIssues,
} from './api-error.js'
import { api, FILE_TIMEOUT, readBody } from './client.js'
import type { components, operations } from './schema.js'

export type CmdbReport = operations['importCmdb']['responses'][200]['content']['application/json']
export type TopologyReport = operations['importTopologies']['responses'][200]['content']['application/json']
type Query<Name extends 'importCmdb' | 'importTopologies'> = NonNullable<operations[Name]['parameters']['query']>
export type CmdbOptions = Omit<Query<'importCmdb'>, 'dryRun' | 'changes' | 'plan'>
/** A plan as a file, which can be applied and undone. */
export type PlanDocument = components['schemas']['PlanDocument']
export type UndoReport = operations['undoPlan']['responses'][200]['content']['application/json']
export type TopologyOptions = Omit<Query<'importTopologies'>, 'dryRun' | 'changes'>

/** One file to import, with its options. */
export interface Upload<Options> {
  readonly file: File
  readonly options: Options
  /** Whether the server only plans the import and writes nothing. */
  readonly isDryRun: boolean
  readonly signal: AbortSignal
  /**
   * Called with a number from 0 (nothing is sent) to 1 (the whole file is sent). At 1 the server begins to process the
   * file.
   */
  readonly onProgress: (share: number) => void
}

/** The maximum sizes of files that the server accepts, in bytes. */
export const FILE_LIMITS = { cmdb: LIMITS.cmdbBytes, topologies: LIMITS.transferBytes } as const

/** Imports a CMDB file. The report of a dry run has the document of the plan, unless the document is too large. */
export async function importCmdb(sending: Upload<CmdbOptions>): Promise<CmdbReport> {
  const path = 'api/resources/import'
  const { isDryRun, options } = sending
  if (!isDryRun) return (await sendImport(path, sending)) as CmdbReport
  try {
    return (await sendImport(path, { ...sending, options: { ...options, plan: '1' } })) as CmdbReport
  } catch (error) {
    if (!hasCode(error, 'planTooLarge')) throw error
    return (await sendImport(path, sending)) as CmdbReport
  }
}

/** Undoes an applied plan. With `dryRun`, only reports what the undo would change. */
export async function undoPlan(body: PlanDocument, { dryRun }: { readonly dryRun: boolean }): Promise<UndoReport> {
  const query = { dryRun: dryRun ? '1' : '0' } as const
  try {
    return await readBody(api.POST('/api/resources/plans/undo', { body, params: { query } }))
  } catch (error) {
    // The only issue repeats the message, so do not show both.
    throw error instanceof ApiError && error.status === 409 ? removeIssues(error) : error
  }
}

/** Whether an import was refused because the data has changed since its plan. */
export function isOutdatedPlan(error: unknown): error is ApiError {
  return hasCode(error, 'planOutdated')
}

function hasCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.issues.some((issue) => issue.code === code)
}

export async function importTopologies(sending: Upload<TopologyOptions>): Promise<TopologyReport> {
  return (await sendImport('api/service_topology/import', sending)) as TopologyReport
}

/** Reads the template for CMDB files. Returns its text and its file name. */
export async function readCmdbTemplate(format: 'csv' | 'json'): Promise<{ name: string; text: string }> {
  const query = { format }
  const { data } = await api.GET('/api/resources/import/template', { params: { query }, parseAs: 'text' })
  return { name: `cmdb-import-template.${format}`, text: String(data) }
}

/** Sends a file with the options that have a value. For the other options, the server uses its defaults. */
async function sendImport(path: string, { options, isDryRun, ...rest }: Upload<object>): Promise<unknown> {
  const chosen = Object.entries(options).filter(([, value]) => value !== undefined && value !== '')
  const query = { ...Object.fromEntries(chosen), dryRun: isDryRun ? '1' : '0', changes: '1' }
  return await sendFile(`${path}?${new URLSearchParams(query)}`, rest)
}

/**
 * Posts a file as form data. Uses XMLHttpRequest, because `fetch` does not report upload progress.
 *
 * @param url relative to the address of the console, without a leading slash
 * @returns the body of the answer
 * @throws ApiError if the answer is not a success; the reason of `signal` if the request was aborted
 */
function sendFile(
  url: string,
  { file, signal, onProgress }: Pick<Upload<object>, 'file' | 'signal' | 'onProgress'>,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const { key, isRefused } = session.current()
    // The server has refused the key, so do not send the file. The user starts the upload again after entering another
    // key.
    if (isRefused) throw createNoKeyError()
    const form = new FormData()
    form.append('file', file)
    const request = new XMLHttpRequest()
    request.open('POST', url)
    if (key !== undefined) request.setRequestHeader('Authorization', `Key ${key}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    request.upload.onload = () => onProgress(1)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText))
      else readRequestFailure(request, key).then(reject, reject)
    }
    request.timeout = FILE_TIMEOUT
    request.onerror = () => reject(createNoAnswerError())
    request.ontimeout = () => reject(createTimeoutError(FILE_TIMEOUT, 'POST'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    if (signal.aborted) reject(signal.reason)
    else request.send(form)
  })
}

async function readRequestFailure(request: XMLHttpRequest, key: string | undefined): Promise<ApiError> {
  if (request.status === 401) session.refuse(key)
  const headers: Record<string, string> = {}
  const requestId = request.getResponseHeader('X-Request-ID')
  if (requestId !== null) headers['X-Request-ID'] = requestId
  const { status, statusText } = request
  return await readFailure(new Response(request.responseText, { status, statusText, headers }))
}
