import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import type { Received, TestServer } from '../../packages/http/test/test-server.js'

export const CONFIG = '/api/webhook_config'
export const INBOUND = '/api/webhooks/custom'

/** A webhook config that maps payloads of the form `{host, check, severity}`. */
export const HOOK = {
  id: 'hook',
  name: 'The hook',
  enabled: true,
  fieldMappings: { resource: 'host', event: 'check', severity: 'severity' },
  defaultValues: { environment: 'Production', type: 'check', text: 'it is broken' },
}

/** A payload that {@link HOOK} maps to an alert. */
export const DOWN = { host: 'web', check: 'Down', severity: 'major' }

export async function createHook(server: TestServer, fields: object = {}): Promise<Received> {
  const created = await server.call('POST', CONFIG, { json: { ...HOOK, ...fields } })
  expect(created.status, created.text).toBe(201)
  return created
}

/** Posts a payload to the webhook, without an API key. */
export function post(
  server: TestServer,
  body: unknown,
  { headers = {}, id = 'hook' }: { readonly headers?: Readonly<Record<string, string>>; readonly id?: string } = {},
): Promise<Received> {
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  return server.call('POST', `${INBOUND}/${id}`, { key: null, body: bytes, headers })
}

export interface ShownEntry {
  readonly receivedAt: string
  readonly httpStatus: number
  readonly sizeBytes: number
  readonly oversized: boolean
  readonly payload: unknown
  readonly message: string | null
  readonly traceback?: string | null
}

/** Reads the histories of a webhook over the HTTP API. */
export async function histories(server: TestServer, id = 'hook') {
  const { body } = await server.call('GET', `${CONFIG}/${id}`)
  const { payloadHistory, errorHistory } = body.webhook_config as Record<string, readonly ShownEntry[]>
  return { payloads: payloadHistory ?? [], errors: errorHistory ?? [] }
}

export async function alertsOf(server: TestServer): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await server.call('GET', '/api/alerts')).body.alerts as readonly Readonly<Record<string, unknown>>[]
}

export function hmac(secret: string, body: string | Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}
