import { BodyReader } from '../body-reader.js'
import { LIMITS } from '../limits.js'
import { OpsgraphError } from '../opsgraph-error.js'
import type { SecretTools } from './auth/keep-secret.js'
import { AUTH_FIELDS, mergeAuth } from './auth/merge-auth.js'
import { coverageFault } from './mapping/check-coverage.js'
import { readMapping } from './mapping/read-mapping.js'
import { readDeduplication } from './read-deduplication.js'
import { readExpectation } from './read-expectation.js'
import { readPayloadSettings } from './read-payload-settings.js'
import type { WebhookConfig } from './webhook-config.js'

/** The secret keys, the random bytes and the current time, which are needed to change a webhook. */
export interface ConfigTools extends SecretTools {
  /** ISO 8601 in UTC with milliseconds. */
  readonly now: string
}

const FIELDS = [
  'id',
  'name',
  'description',
  'sourceId',
  'enabled',
  'fieldMappings',
  'defaultValues',
  'arrayPath',
  'payloadFormat',
  'base64Fields',
  'jsonFields',
  'testPayloads',
  'timezone',
  'deduplication',
  'expectEvery',
  'expectSeverity',
  // `readWebhookChange` reads the policies.
  'policies',
  ...AUTH_FIELDS,
] as const

/**
 * Fields that the server sets. In a request, the server accepts but ignores these fields, so that a client can send
 * back a whole configuration that it has read.
 */
const IGNORED = [
  'createdBy',
  'createTime',
  'updateTime',
  'authSecretSet',
  'authSecretPlaintext',
  'authSecretStale',
  'authSecretPreviousSet',
  'payloadHistory',
  'errorHistory',
  'payloadHistoryCount',
  'lastPayloadAt',
  'errorHistoryCount',
  'lastErrorAt',
  'silentSince',
] as const

/**
 * Merges a body into a stored configuration (rules.md#changing-a-webhook). Fields that are not sent do not change.
 * `fieldMappings` and `defaultValues` are replaced as a whole. The merged configuration must satisfy all rules.
 *
 * @throws OpsgraphError `invalid`, naming the field; with issues if the mapping has faults
 */
export function mergeConfig(known: WebhookConfig, body: unknown, tools: ConfigTools): WebhookConfig {
  const reader = new BodyReader(body)
  reader.refuseOthers([...FIELDS, ...IGNORED])
  const id = reader.string('id')
  if (id !== undefined && id !== known.id) throw reader.fault('id', 'cannot be changed')
  const merged: WebhookConfig = {
    ...known,
    name: reader.text('name')?.trim() || known.name,
    description: reader.text('description') ?? known.description,
    sourceId: reader.reference('sourceId') ?? known.sourceId,
    enabled: readEnabled(reader) ?? known.enabled,
    fieldMappings: reader.object('fieldMappings') ?? known.fieldMappings,
    defaultValues: reader.object('defaultValues') ?? known.defaultValues,
    arrayPath: (reader.text('arrayPath') ?? known.arrayPath).trim(),
    ...readPayloadSettings(reader, known),
    auth: mergeAuth(known.auth, reader, tools),
    deduplication: readDeduplication(reader, known.deduplication),
    ...readExpectation(reader, known),
    updateTime: tools.now,
  }
  judge(merged)
  return merged
}

/**
 * Throws if the name is too long, if a signature would not cover the payload, if the mapping has faults, or if the webhook is enabled and a required field of
 * alerts has neither a mapping nor a usable default value.
 */
function judge(config: WebhookConfig): void {
  if (config.name.length > LIMITS.name)
    throw new OpsgraphError('invalid', `name is longer than ${LIMITS.name} characters`)
  const { auth, payloadFormat } = config
  if (payloadFormat === 'query' && auth.mode === 'header' && auth.scheme !== 'static') {
    throw new OpsgraphError(
      'invalid',
      `payloadFormat query cannot be used with the authHeaderScheme ${auth.scheme}: a signature covers the body, not the query; use static, or the authMode api_key`,
    )
  }
  const read = readMapping(config)
  if ('issues' in read) {
    const messages = read.issues.slice(0, 10).map(({ message }) => message)
    throw new OpsgraphError('invalid', `Invalid field mappings: ${messages.join('; ')}`, read.issues.slice(0, 1_000))
  }
  const fault = config.enabled ? coverageFault(config.fieldMappings, config.defaultValues) : undefined
  if (fault !== undefined) throw new OpsgraphError('invalid', fault)
}

function readEnabled(reader: BodyReader): boolean | undefined {
  const enabled = reader.value('enabled')
  if (enabled === undefined || typeof enabled === 'boolean') return enabled
  throw reader.fault('enabled', 'must be true or false')
}
