import { z } from 'zod'
import { ALERT_POLICY, type AlertPolicyInput, type SentAlertPolicy } from '../alert-policy/alert-policy.js'
import { isObject, ownValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import type { OpsgraphError } from '../opsgraph-error.js'
import { bodyFault, catchInvalid, combineErrors, Faults, REQUIRED_MESSAGE } from '../schema/body-error.js'
import { define, IGNORED_FIELD } from '../schema/field.js'
import { readBody, schemaFromReader } from '../schema/read-body.js'
import type { Steps } from '../steps.js'
import type { Payload } from './delivery/read-payload.js'
import type { NewConfigTools } from './read-config.js'
import { readNewInSteps, type SentWebhook } from './read-webhook.js'
import { isAuthField, WEBHOOK, type WebhookConfig, type WebhookInput } from './webhook-config.js'

const { unsavedPolicies: maxPolicies } = LIMITS

const CONFIG_SCHEMA = /* @__PURE__ */ define(() =>
  schemaFromReader<object, WebhookInput>(
    (sent) => {
      if (!isObject(sent)) throw bodyFault('', 'must be an object')
      return sent
    },
    WEBHOOK.created
      .extend(
        Object.fromEntries([...WEBHOOK.sentNames.filter(isAuthField), 'enabled'].map((name) => [name, IGNORED_FIELD])),
      )
      .meta({ description: 'As in POST /api/webhook_config' }),
  ),
)

const PAYLOAD_SCHEMA = /* @__PURE__ */ define(() =>
  schemaFromReader<unknown, Payload | string>(
    (sent) => {
      if (!hasValue(sent)) throw bodyFault('', REQUIRED_MESSAGE)
      return sent
    },
    z
      .union([
        z.looseObject({}),
        z.array(z.unknown()),
        z.string().meta({ description: 'The body of a delivery, in the payloadFormat of the webhook' }),
      ])
      .meta({ description: 'A payload, or the body of a delivery as a text' }),
  ),
)

const POLICIES_SCHEMA = /* @__PURE__ */ define(() =>
  schemaFromReader<readonly unknown[] | undefined, readonly AlertPolicyInput[] | null>(
    (sent) => {
      if (!hasValue(sent)) return undefined
      if (!Array.isArray(sent)) throw bodyFault('', 'must be a list')
      if (sent.length > maxPolicies) throw bodyFault('', `are more than ${maxPolicies}`)
      return sent
    },
    z.array(ALERT_POLICY.created).meta({
      maxItems: maxPolicies,
      description: 'Unsaved alert policies of the webhook, which run in addition to the stored ones',
    }),
  ).optional(),
)

const POLICY_SCHEMA = /* @__PURE__ */ define(() => schemaFromReader(ALERT_POLICY.readNew, ALERT_POLICY.created))

/** An unsaved configuration and a payload, for an explanation of the alerts that it would create. */
export const UNSAVED_WEBHOOK = /* @__PURE__ */ define(() =>
  z.strictObject({ config: CONFIG_SCHEMA, payload: PAYLOAD_SCHEMA, policies: POLICIES_SCHEMA }).meta({
    id: 'UnsavedWebhook',
    examples: [
      {
        config: {
          fieldMappings: { resource: 'host', text: 'message' },
          defaultValues: { event: 'ProbeFailed', environment: 'Production', type: 'probe', severity: 'major' },
        },
        payload: { host: 'probe-7', message: 'No answer for 3 minutes' },
      },
    ],
  }),
)

/** An unsaved webhook that was read from a request. */
export interface UnsavedWebhook extends SentWebhook {
  readonly payload: Payload
  /** The policies that the request contains in addition to those of the configuration. */
  readonly unsaved: readonly SentAlertPolicy[]
  /** True if the configuration has an id, which may be the id of a stored webhook. */
  readonly isNamed: boolean
}

/**
 * Reads an unsaved configuration. Yields for pauses. Ignores the authentication fields and the field `enabled`.
 *
 * @param readPayload checks the payload against the limits of a received delivery
 * @throws OpsgraphError `invalid` with all faults; the path of a fault in `config` is relative to `config`
 */
export function* readUnsaved(
  body: unknown,
  tools: NewConfigTools,
  readPayload: (sent: unknown, config: WebhookConfig) => Payload,
): Steps<UnsavedWebhook> {
  const errors: OpsgraphError[] = []
  catchInvalid(errors, () => readBody(UNSAVED_WEBHOOK, body))
  if (!isObject(body)) throw combineErrors(errors)
  const [config, sent, policies] = ['config', 'payload', 'policies'].map((name) => ownValue(body, name))
  const isUsed = ([name]: readonly [string, unknown]) => !isAuthField(name) && name !== 'enabled'
  const mapping = isObject(config) ? Object.fromEntries(Object.entries(config).filter(isUsed)) : {}
  const read = yield* catchInSteps(errors, readNewInSteps(mapping, tools))
  const payload = hasValue(sent) && read && catchInvalid(errors, () => readPayload(sent, read.config))
  const unsaved = yield* readPolicies(Array.isArray(policies) && policies.length <= maxPolicies ? policies : [], errors)
  if (read === undefined || payload === undefined || payload === false || errors.length > 0) throw combineErrors(errors)
  return { ...read, payload, unsaved, isNamed: 'id' in mapping }
}

function* readPolicies(sent: readonly unknown[], errors: OpsgraphError[]): Steps<readonly SentAlertPolicy[]> {
  const faults = new Faults()
  const policies: SentAlertPolicy[] = []
  for (const [index, policy] of sent.entries()) {
    // Pauses after each policy, because compiling its patterns can take a few milliseconds.
    yield
    const read = faults.of(() => readBody(POLICY_SCHEMA, policy, `policies[${index}]`))
    if (read !== undefined) policies.push(read)
  }
  catchInvalid(errors, () => faults.throwIfAny())
  return policies
}

function hasValue(sent: unknown): boolean {
  return sent !== undefined && sent !== null
}

function* catchInSteps<Read>(errors: OpsgraphError[], steps: Steps<Read>): Steps<Read | undefined> {
  for (;;) {
    const step = catchInvalid(errors, () => steps.next())
    if (step === undefined) return undefined
    if (step.done === true) return step.value
    yield
  }
}
