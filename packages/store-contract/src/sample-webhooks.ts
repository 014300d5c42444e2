import type { WebhookConfig } from '@opsgraph/core'
import type { DeliveryRecord, ErrorEntry, HistoryEntry, SeenDelivery } from '@opsgraph/core/store'
import { ODD_JSON } from './odd-text.js'
import { at, nextId } from './sample.js'

export function sampleWebhook(fields: Partial<WebhookConfig> = {}): WebhookConfig {
  return {
    id: `hook-${nextId()}`,
    name: 'Monitoring',
    description: '',
    sourceId: '',
    createdBy: 'alice',
    enabled: false,
    fieldMappings: {},
    defaultValues: {},
    arrayPath: '',
    payloadFormat: 'json',
    base64Fields: [],
    jsonFields: [],
    testPayloads: null,
    timezone: 'UTC',
    auth: { mode: 'none' },
    deduplication: null,
    expectEvery: null,
    expectSeverity: 'major',
    createTime: at(0),
    updateTime: at(0),
    ...fields,
  }
}

const SEALED = {
  kind: 'sealed',
  fingerprint: '0011223344556677',
  nonce: 'AAAAAAAAAAAAAAAA',
  ciphertext: 'c2VjcmV0',
  tag: 'AAAAAAAAAAAAAAAAAAAAAA==',
} as const

/** A webhook that differs from every sample webhook in every field. */
export const ELABORATE_WEBHOOK: WebhookConfig = sampleWebhook({
  name: 'Zabbix',
  description: 'for the databases',
  sourceId: 'zabbix-1',
  createdBy: 'bob',
  enabled: true,
  fieldMappings: { resource: 'host.name', attributes: { region: 'labels["eu.region"]' } },
  defaultValues: { environment: 'Production', severity: 'major', service: ['shop'], value: 1.5, repeat: false },
  arrayPath: 'alerts',
  payloadFormat: 'form',
  base64Fields: ['data', 'items[].data'],
  jsonFields: ['message', 'items[].value'],
  timezone: 'Europe/Berlin',
  testPayloads: { operator: 'OR', clauses: [{ key: 'type', op: '=', value: 'test' }] },
  auth: {
    mode: 'header',
    scheme: 'generic',
    headerName: 'X-Signature',
    secret: SEALED,
    previous: { secret: { ...SEALED, ciphertext: 'b2xk' }, expires: at(9) },
  },
  deduplication: { header: 'X-Delivery', ttlSeconds: 3_600 },
  expectEvery: 300,
  expectSeverity: 'critical',
  createTime: at(7),
  updateTime: at(8),
})

/** Webhooks with values that stores may lose or change. */
export const ODD_WEBHOOKS: readonly WebhookConfig[] = [
  sampleWebhook({ fieldMappings: ODD_JSON, defaultValues: ODD_JSON, arrayPath: 'a["\u0000\ud800"]' }),
  sampleWebhook({ auth: { mode: 'api_key', apiKeyId: 'key-1' }, deduplication: { path: 'id', ttlSeconds: 1 } }),
  sampleWebhook({
    auth: {
      mode: 'header',
      scheme: 'static',
      headerName: 'X-Token',
      secret: { kind: 'digest', fingerprint: 'ff', digest: '00ff' },
      previous: null,
    },
  }),
  sampleWebhook({ createTime: '0000-01-01T00:00:00.000Z', updateTime: '9999-12-31T23:59:59.999Z' }),
]

/** Creates an entry of the payloadHistory. Tests recognize the entry by its message. */
export function sampleEntry(message: string, fields: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    receivedAt: at(0),
    httpStatus: 200,
    sizeBytes: 17,
    oversized: false,
    payload: { host: 'web-1' },
    message,
    ...fields,
  }
}

export function sampleError(message: string, fields: Partial<ErrorEntry> = {}): ErrorEntry {
  return { ...sampleEntry(message), httpStatus: 400, traceback: null, ...fields }
}

/**
 * Creates a delivery with an entry in the payloadHistory and an entry in the errorHistory. It was received at the time
 * `at(received)`.
 */
export function sampleRecord({ id }: WebhookConfig, message: string, received = 0): DeliveryRecord {
  return {
    webhookId: id,
    payloadEntry: sampleEntry(message, { receivedAt: at(received) }),
    errorEntry: sampleError(message, { receivedAt: at(received) }),
    deliveredAt: at(received),
  }
}

export function sampleDelivery({ id }: WebhookConfig, key: string, expires = 1_000): SeenDelivery {
  return { webhookId: id, key, expires: at(expires) }
}
