import type { ListFilter, WebhookConfig } from '@opsgraph/core'
import { LIMITS, type ListedWebhook, type ListSort } from '@opsgraph/core/store'
import { writeTime } from './column-parser.js'
import type { SqlValue } from './database.js'
import type { ListTable } from './list-page.js'
import { storable } from './text-array.js'

/** The columns of a {@link WebhookRow}. */
export const WEBHOOK_COLUMNS =
  'id, name, description, source_id, created_by, enabled, create_time, update_time, document'

const LISTED = {
  id: { sql: 'id' },
  name: { sql: 'name' },
  description: { sql: 'description' },
  sourceId: { sql: 'source_id' },
  enabled: { sql: 'enabled', type: 'boolean' },
  createdBy: { sql: 'created_by' },
} as const

export const WEBHOOKS: ListTable<ListFilter<'webhooks'>, ListSort<'webhooks'>> = {
  name: 'webhook',
  filters: LISTED,
  sorts: {
    ...LISTED,
    createTime: { sql: 'create_time', type: 'time' },
    updateTime: { sql: 'update_time', type: 'time' },
  },
  order: ['create_time', 'id'],
  beside: 'webhook_tally',
  select: `page.${WEBHOOK_COLUMNS}, least(payloads, ${LIMITS.webhookHistory}), last_payload_at,
    least(errors, ${LIMITS.webhookHistory}), last_error_at`,
}

type Document = Pick<WebhookConfig, 'fieldMappings' | 'defaultValues' | 'arrayPath' | 'auth' | 'deduplication'> &
  typeof LATER_FIELDS

/** The fields that the documents of earlier releases lack. */
const LATER_FIELDS: Pick<WebhookConfig, 'payloadFormat' | 'jsonFields' | 'testPayloads'> = {
  payloadFormat: 'json',
  jsonFields: [],
  testPayloads: null,
}

export type WebhookRow = readonly [
  id: string,
  name: string,
  description: string,
  sourceId: string,
  createdBy: string,
  enabled: boolean,
  createTime: string,
  updateTime: string,
  document: Omit<Document, keyof typeof LATER_FIELDS> & Partial<typeof LATER_FIELDS>,
]

export type ListedRow = readonly [
  ...WebhookRow,
  payloads: number,
  lastPayloadAt: string | null,
  errors: number,
  lastErrorAt: string | null,
]

export function toConfig(row: WebhookRow): WebhookConfig {
  const [id, name, description, sourceId, createdBy, enabled, createTime, updateTime, document] = row
  return { id, name, description, sourceId, createdBy, enabled, createTime, updateTime, ...LATER_FIELDS, ...document }
}

export function toListed(row: ListedRow): ListedWebhook {
  const [id, name, description, sourceId, createdBy, enabled, createTime, updateTime, document, ...tally] = row
  const [payloadHistoryCount, lastPayloadAt, errorHistoryCount, lastErrorAt] = tally
  return {
    config: toConfig([id, name, description, sourceId, createdBy, enabled, createTime, updateTime, document]),
    histories: { payloadHistoryCount, lastPayloadAt, errorHistoryCount, lastErrorAt },
  }
}

/** The values of {@link WEBHOOK_COLUMNS}. */
export function writeConfig(config: WebhookConfig): readonly SqlValue[] {
  const { id, name, description, sourceId, createdBy, enabled, createTime, updateTime, ...document } = config
  return [
    storable(id),
    name,
    description,
    sourceId,
    createdBy,
    enabled,
    writeTime(createTime),
    writeTime(updateTime),
    JSON.stringify(document satisfies Document),
  ]
}
