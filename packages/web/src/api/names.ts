import { api, readBody } from './client.js'
import { formQuery, listQuery } from './queries.js'
import type { ResourceName } from './resources.js'
import type { components, operations } from './schema.js'

/** What a rename would change, or has changed. */
export type RenamePlan = operations['renameResource']['responses'][200]['content']['application/json']
export type SentRename = components['schemas']['ResourceRename']

const ALIASES_PAGE = 50

/** A query that reads a page of the aliases of a resource. */
export function aliasesQuery({ environment, resource }: ResourceName, page: number) {
  const query = { environment: [environment], resource: [resource], page, 'page-size': ALIASES_PAGE }
  const read = (signal: AbortSignal) => readBody(api.GET('/api/resources/aliases', { params: { query }, signal }))
  return listQuery(['aliases', environment, resource, page], read)
}

export async function deleteAlias(query: { readonly environment: string; readonly alias: string }): Promise<void> {
  await readBody(api.DELETE('/api/resources/alias', { params: { query } }))
}

/** A query that reads what a rename would change. Changes nothing. */
export function renamePlanQuery(rename: SentRename) {
  const { environment, from, to, merge } = rename
  return formQuery(['rename', environment, from, to, merge], (signal) => send({ ...rename, dryRun: true }, signal))
}

export async function renameResource(rename: SentRename): Promise<RenamePlan> {
  return await send(rename)
}

async function send(body: SentRename, signal?: AbortSignal): Promise<RenamePlan> {
  return await readBody(api.POST('/api/resources/rename', { body, ...(signal && { signal }) }))
}
