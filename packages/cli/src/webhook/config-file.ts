import { randomBytes } from 'node:crypto'
import { OpsgraphError, type WebhookConfig } from '@opsgraph/core'
import {
  ALERT_POLICY,
  compileAlertPolicies,
  deriveSecretKeys,
  type explainPayload,
  filterWarnings,
  missingFields,
  readMapping,
  readNewWebhook,
  WEBHOOK_PRESETS,
} from '@opsgraph/core/pure'
import { UsageError } from '../faults.js'
import { findLocations } from '../json-location.js'
import type { Ports } from '../ports.js'
import { followPath } from './dotted-path.js'
import { isRefused, type JsonFile, type RefusedFile, readJsonFile, refuseFile } from './refused-file.js'

type Mapping = Parameters<typeof explainPayload>[0]

/** The fields of a webhook config that determine the alerts of a payload. */
export interface TriedConfig {
  /** The id of the webhook; `new` if the config has none. */
  readonly id: string
  readonly mapping: Mapping
  readonly payloadFormat: WebhookConfig['payloadFormat']
  /** Whether the config enables the webhook. */
  readonly isEnabled: boolean
  /**
   * The required fields that have neither a mapping nor a default value. The webhook can be enabled only if this list
   * is empty.
   */
  readonly missing: readonly string[]
  /** The alert policies in the file or of the preset: valid bodies of POST /api/alert_policy. */
  readonly policies: readonly object[]
}

/**
 * Reads the config of a preset.
 *
 * @throws UsageError if the preset does not exist
 */
export function readPresetConfig(id: string, ports: Pick<Ports, 'clock'>): TriedConfig | RefusedFile {
  return checkConfig({ name: `preset ${id}`, text: '', body: toWebhookBody(findPreset(id)), isAnswer: false }, ports)
}

/**
 * Reads a body of POST /api/webhook_config, or an answer of GET /api/webhook_config/<id>, with its alert policies.
 * Validates the authentication too, except that the secret may be missing.
 *
 * @throws StartError if the file cannot be read
 */
export async function readConfigFile(path: string, ports: Ports): Promise<TriedConfig | RefusedFile> {
  // The limit equals the limit of the server for request bodies.
  const file = await readJsonFile(path, { mebibytes: 1, what: 'the webhook config is' }, ports)
  if (isRefused(file)) return file
  const inside = followPath(file.value, 'webhook_config').value
  return checkConfig({ ...file, body: inside ?? file.value, isAnswer: inside !== undefined }, ports)
}

interface SentConfig extends Pick<JsonFile, 'name' | 'text'> {
  readonly body: unknown
  /** Whether the config is in the field `webhook_config`, as in an answer of GET /api/webhook_config/<id>. */
  readonly isAnswer: boolean
}

function checkConfig(sent: SentConfig, { clock }: Pick<Ports, 'clock'>): TriedConfig | RefusedFile {
  const isEnabled = followPath(sent.body, 'enabled').value === true
  try {
    const { config, policies } = readNewWebhook(tolerateMissingFields(sent.body, isEnabled), {
      now: clock().toISOString(),
      newId: () => 'new',
      user: '',
      keys: deriveSecretKeys('of no server'),
      newNonce: () => randomBytes(12),
    })
    const missing = missingFields(config.fieldMappings, config.defaultValues)
    const { id, payloadFormat } = config
    // Uses the bodies, not the parsed policies: the body of a stored policy has a `createTime`, which `tryPolicies`
    // needs.
    const bodies = policies === undefined ? [] : (followPath(sent.body, 'policies').value as readonly object[])
    return { id, mapping: toMapping(config), payloadFormat, isEnabled, missing, policies: bodies }
  } catch (error) {
    if (!(error instanceof OpsgraphError) || error.kind !== 'invalid') throw error
    return toRefusedFile(sent, error)
  }
}

/** Replaces a missing secret, because users keep secrets out of files. It is valid for every scheme. */
const PLACEHOLDER_SECRET = 'whsec_AAAA'
const SECRET_MASK = '******'

/**
 * Changes a config so that two kinds of missing values are not errors:
 *
 * - A missing secret is replaced by a placeholder.
 * - `enabled` becomes `false`, because only an enabled webhook needs a mapping or a default value for every required
 *   field. `TriedConfig.missing` lists the fields that have neither.
 */
function tolerateMissingFields(body: unknown, isEnabled: boolean): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const given = body as Readonly<Record<string, unknown>>
  const { authSecretPreviousExpires, ...rest } = given
  const isMissing = [undefined, null, '', SECRET_MASK].some((none) => none === given.authSecret)
  return {
    ...rest,
    ...(isEnabled && { enabled: false }),
    ...(given.authMode === 'header' && isMissing && { authSecret: PLACEHOLDER_SECRET }),
    ...(given.authSecretPrevious !== undefined && { authSecretPreviousExpires }),
  }
}

function toMapping(config: WebhookConfig): Mapping {
  const read = readMapping(config)
  if ('issues' in read) throw new Error('a config that was read has a mapping')
  return read.mapping
}

function toRefusedFile({ name, text, body, isAnswer }: SentConfig, { message, issues }: OpsgraphError): RefusedFile {
  if (issues.length === 0) return refuseFile(name, { code: 400, message })
  const prefix = isAnswer ? ['webhook_config'] : []
  const locations = findLocations(
    text,
    issues.map(({ path }) => [...prefix, ...followPath(body, path).steps]),
  )
  const faults = issues.map((issue, index) => ({ ...issue, ...(text !== '' && { location: locations[index] }) }))
  return refuseFile(name, { code: 400, message, errors: issues }, faults)
}

type WebhookPreset = (typeof WEBHOOK_PRESETS)[number]

/** @throws UsageError if the preset does not exist */
export function findPreset(id: string): WebhookPreset {
  const preset = WEBHOOK_PRESETS.find((candidate) => candidate.id === id)
  if (preset !== undefined) return preset
  throw new UsageError(
    `there is no such preset: it must be one of ${WEBHOOK_PRESETS.map((known) => known.id).join(', ')}`,
  )
}

/** Builds the body of POST /api/webhook_config for a preset, without the secret. */
export function toWebhookBody({ id, name, config, policies }: WebhookPreset): object {
  return { id, name, ...config, policies }
}

/** The alert policies of a file. */
export interface TriedPolicies {
  /** The active policies, compiled. */
  readonly active: ReturnType<typeof compileAlertPolicies>
  /** The names of the policies that are inactive, and therefore do not run. */
  readonly inactive: readonly string[]
  /** The name of each policy, with warnings about the keys in its filters that no alert has. */
  readonly warned: readonly { readonly name: string; readonly warnings: readonly string[] }[]
}

/**
 * Reads alert policies: a body of POST /api/alert_policy, a list of such bodies, or an answer of GET /api/alert_policy
 * or GET /api/alert_policy/<id>.
 *
 * @param before bodies of policies that come before those of the file
 * @throws StartError if the file cannot be read
 */
export async function readPolicyFile(
  path: string,
  before: readonly object[],
  ports: Ports,
): Promise<TriedPolicies | RefusedFile> {
  const file = await readJsonFile(path, { mebibytes: 20, what: 'the policies are' }, ports)
  if (isRefused(file)) return file
  const { name, value } = file
  const sent = followPath(value, 'policies').value ?? followPath(value, 'policy').value ?? value
  try {
    return tryPolicies([...before, ...(Array.isArray(sent) ? sent : [sent])])
  } catch (error) {
    if (!(error instanceof OpsgraphError) || error.kind !== 'invalid') throw error
    return refuseFile(name, { code: 400, message: error.message })
  }
}

/**
 * Compiles policies from bodies of POST /api/alert_policy. Policies with the same `order` and without a `createTime`
 * run in the order of the list.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function tryPolicies(bodies: readonly unknown[]): TriedPolicies {
  const policies = bodies.map((body, index) => {
    const createTime = followPath(body, 'createTime').value
    return {
      ...ALERT_POLICY.readNew(body),
      id: String(index).padStart(10, '0'),
      createTime: typeof createTime === 'string' ? createTime : '',
      updateTime: '',
    }
  })
  return {
    active: compileAlertPolicies(policies.filter(({ status }) => status === 'active')),
    inactive: policies.filter(({ status }) => status === 'inactive').map(({ name }) => name),
    warned: policies.map(({ name, filters }) => ({ name, warnings: filterWarnings({ filters }) })),
  }
}
