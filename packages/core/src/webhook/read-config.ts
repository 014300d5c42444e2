import { BodyReader } from '../body-reader.js'
import { LIMITS } from '../limits.js'
import { type ConfigTools, mergeConfig } from './merge-config.js'
import type { WebhookConfig } from './webhook-config.js'

/** In addition to {@link ConfigTools}: the id and the user, which are needed to create a webhook. */
export interface NewConfigTools extends ConfigTools {
  readonly newId: () => string
  /** The user of the caller. */
  readonly user: string
}

/**
 * Reads a new configuration (rules.md#webhook-configuration-2). By default, the webhook is disabled, needs no
 * authentication and gets a generated id. The body is merged into an empty configuration, so that the same rules apply
 * to creating and changing a webhook.
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
    payloadFormat: 'json',
    base64Fields: [],
    jsonFields: [],
    testPayloads: null,
    timezone: 'UTC',
    auth: { mode: 'none' },
    deduplication: null,
    expectEvery: null,
    expectSeverity: 'major',
    createTime: tools.now,
    updateTime: tools.now,
  }
  return mergeConfig(empty, body, tools)
}

const WEBHOOK_ID = /^[A-Za-z0-9_-]+$/
