import { LIMITS } from '@opsgraph/core/pure'
import { api } from './client.js'
import type { operations } from './schema.js'
import { sendFile } from './send-file.js'

export type CmdbReport = operations['importCmdb']['responses'][200]['content']['application/json']
export type TopologyReport = operations['importTopologies']['responses'][200]['content']['application/json']
type Query<Name extends 'importCmdb' | 'importTopologies'> = NonNullable<operations[Name]['parameters']['query']>
export type CmdbOptions = Omit<Query<'importCmdb'>, 'dryRun' | 'changes'>
export type TopologyOptions = Omit<Query<'importTopologies'>, 'dryRun' | 'changes'>

/** One file to import, with its options. */
export interface Sending<Options> {
  readonly file: File
  readonly options: Options
  /** Whether the server only plans the import and writes nothing. */
  readonly isDryRun: boolean
  readonly signal: AbortSignal
  /** Called with a number from 0 (nothing is sent) to 1 (the whole file is sent). */
  readonly onProgress: (share: number) => void
}

/** The size of the largest file that the server accepts, in bytes. */
export const FILE_LIMITS = { cmdb: LIMITS.cmdbBytes, topologies: LIMITS.transferBytes } as const

export async function importCmdb(sending: Sending<CmdbOptions>): Promise<CmdbReport> {
  return (await send('api/resources/import', sending)) as CmdbReport
}

export async function importTopologies(sending: Sending<TopologyOptions>): Promise<TopologyReport> {
  return (await send('api/service_topology/import', sending)) as TopologyReport
}

/** Reads the template for CMDB files, with its file name. */
export async function readCmdbTemplate(format: 'csv' | 'json'): Promise<{ name: string; text: string }> {
  const query = { format }
  const { data } = await api.GET('/api/resources/import/template', { params: { query }, parseAs: 'text' })
  return { name: `cmdb-import-template.${format}`, text: String(data) }
}

/** Sends a file with the options that have a value. For the other options, the server uses its defaults. */
async function send(path: string, { options, isDryRun, ...rest }: Sending<object>): Promise<unknown> {
  const chosen = Object.entries(options).filter(([, value]) => value !== undefined && value !== '')
  const query = { ...Object.fromEntries(chosen), dryRun: isDryRun ? '1' : '0', changes: '1' }
  return await sendFile({ ...rest, path, query })
}
