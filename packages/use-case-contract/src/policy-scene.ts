import type { Opsgraph } from '@opsgraph/core'
import { admin } from './stage.js'

export const down = { environment: 'Production', resource: 'web', event: 'Down', severity: 'major' } as const
export const HOOK = {
  id: 'hook',
  enabled: true,
  arrayPath: 'alerts',
  fieldMappings: { resource: 'host', severity: 'level', status: 'state' },
  defaultValues: { event: 'Down', environment: 'Production', type: 'check', text: 'it is broken' },
  deduplication: { path: 'id', ttlSeconds: 86_400 },
}

type Action = Parameters<Opsgraph['createAlertPolicy']>[1]['actions'][number]

export function policyOf(...actions: readonly Action[]) {
  return { name: 'A policy', description: '', actions }
}

export async function add(opsgraph: Opsgraph, ...actions: readonly Action[]) {
  return await opsgraph.createAlertPolicy(admin, policyOf(...actions))
}

export function where(key: string, value: string) {
  return { clauses: [{ key, op: '=', value }] } as const
}

export async function deliver(
  opsgraph: Opsgraph,
  alerts: readonly object[],
  { webhookId = 'hook', ...fields }: { readonly webhookId?: string; readonly id?: string } = {},
) {
  const body = Buffer.from(JSON.stringify({ alerts, ...fields }))
  return await opsgraph.receiveDelivery({ webhookId, rawHeaders: [], body, sizeBytes: body.length })
}
