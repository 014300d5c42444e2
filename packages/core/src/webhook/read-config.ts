import { BodyReader } from '../body-reader.js'
import { LIMITS } from '../limits.js'
import { type ConfigTools, mergeConfig } from './merge-config.js'
import type { WebhookConfig } from './webhook-config.js'

/** What a new configuration needs from outside. */
export interface NewConfigTools extends ConfigTools {
  readonly newId: () => string
  /** The caller's user. */
  readonly user: string
}

/**
 * Reads a new configuration (rules.md#webhook-configuration-2). By default it is disabled, without authentication and
 * with a generated id. It is merged into an empty configuration, so that creating and changing follow the same rules.
 *
 * @throws OpsgraphError `invalid`, naming the field; with issues if the mapping has faults
 */
export function readNewConfig(body: unknown, tools: NewConfigTools): WebhookConfig {
  const reader = new BodyReader(body)
  const id = reader.string('id') ?? tools.newId()
  if (!WEBHOOK_ID.test(id)) throw reader.fault('id', 'must be of letters, digits, - and _')
  if (id.length > LIMITS.name) throw reader.fault('id', `is longer than ${LIMITS.name} characters`)
  const empty: WebhookConfig = {
    id,
    name: id,
    description: '',
    sourceId: '',
    createdBy: tools.user,
    enabled: false,
    fieldMappings: {},
    defaultValues: {},
    arrayPath: '',
    auth: { mode: 'none' },
    deduplication: null,
    createTime: tools.now,
    updateTime: tools.now,
  }
  return mergeConfig(empty, body, tools)
}

const WEBHOOK_ID = /^[A-Za-z0-9_-]+$/
