import { api, readBody } from './client.js'
import { listQuery } from './queries.js'
import type { components } from './schema.js'

type Schemas = components['schemas']
export type ApiKey = Schemas['ApiKey']
export type NewApiKey = Schemas['NewApiKey']
type ApiKeyChanges = Schemas['ApiKeyChanges']

const PAGE_SIZE = 50

/**
 * A query that reads a page of API keys, newest first. Without the scope `admin`, the server returns only the keys of
 * the caller.
 */
export function keysQuery(page: number) {
  const query = { page, 'page-size': PAGE_SIZE, 'sort-by': '-createTime' } as const
  return listQuery(['keys', page], (signal) => readBody(api.GET('/api/keys', { params: { query }, signal })))
}

/** Creates an API key and returns its secret. No later answer of the server contains the secret. */
export async function createKey(body: NewApiKey): Promise<string> {
  return (await readBody(api.POST('/api/key', { body }))).key
}

/** Changes an API key. Fields that are not sent keep their values. */
export async function changeKey(id: string, body: ApiKeyChanges): Promise<void> {
  await api.PUT('/api/key/{id}', { params: { path: { id } }, body })
}

export async function deleteKey(id: string): Promise<void> {
  await api.DELETE('/api/key/{id}', { params: { path: { id } } })
}
