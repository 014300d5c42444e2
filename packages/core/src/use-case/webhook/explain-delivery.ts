import type { z } from 'zod'
import { toBytes } from '#platform'
import type { AlertPolicy, SentAlertPolicy } from '../../alert-policy/alert-policy.js'
import { compileInSteps } from '../../alert-policy/compile-alert-policies.js'
import type { AppliedPolicies } from '../../alert-policy/run-alert-policies.js'
import { invalid, OpsgraphError } from '../../opsgraph-error.js'
import { readBody } from '../../schema/read-body.js'
import { timestamp } from '../../timestamp.js'
import { compileWebhook } from '../../webhook/compile-webhook.js'
import {
  findReferencedPayload,
  isReference,
  PAYLOAD_REFERENCE,
  type PayloadReferenceInput,
} from '../../webhook/delivery/payload-reference.js'
import { type Payload, readPayload, toPayload } from '../../webhook/delivery/read-payload.js'
import { missingFields } from '../../webhook/mapping/check-coverage.js'
import type { DraftedAlert } from '../../webhook/mapping/draft-alerts.js'
import { type Explanation, explainInSteps, withOutdated } from '../../webhook/mapping/explain-payload.js'
import { readUnsaved, type UNSAVED_WEBHOOK } from '../../webhook/unsaved-webhook.js'
import type { WebhookConfig } from '../../webhook/webhook-config.js'
import { WorkExceeded, WorkMeter } from '../../work-meter.js'
import { AlertIntake } from '../alert/alert-intake.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { ActivePolicies, Dependencies } from '../dependencies.js'
import { readActivePolicies } from '../policy/active-policies.js'
import { receiveDrafts } from './delivery-intake.js'
import { requireConfig } from './show-webhook.js'

/** Which alerts a webhook would create from a payload. */
export interface DeliveryExplanation extends Explanation {
  /**
   * The required fields that have neither a mapping nor a default value. If there are none, the webhook can be enabled.
   */
  readonly missingColumns: readonly string[]
}

interface ExplainDelivery {
  /** The id of the webhook. */
  readonly id: string
  /** A payload, the body of a delivery as a text, or a reference to a payload in the history of the webhook. */
  readonly body: Payload | string | PayloadReferenceInput
}

/** If `config` has `policies`, they run instead of the stored policies of the webhook. */
type ExplainConfig = Readonly<z.input<typeof UNSAVED_WEBHOOK>>

/**
 * Explains which alerts a webhook would create from a payload, and what each alert policy would do. The payload comes
 * from the request or from the history of the webhook. Stores nothing and authenticates nobody.
 *
 * @throws OpsgraphError `notFound` for an unknown webhook or index; `conflict` if another payload has this index now;
 *   `invalid` for a bad payload; `tooLarge` for a payload above the size limit
 */
export async function explainDelivery(
  dependencies: Dependencies,
  delivery: ExplainDelivery,
): Promise<DeliveryExplanation> {
  const { id, body } = delivery
  const { config, payload, policies } = await dependencies.store.snapshot(async (parts) => {
    const config = await requireConfig(parts, id)
    const payload = isReference(body)
      ? findReferencedPayload(await parts.webhooks.histories(id), readBody(PAYLOAD_REFERENCE, body)).payload
      : readSent(body, config, dependencies.bodyLimit)
    return { config, payload, policies: await readActivePolicies(dependencies, parts) }
  })
  return await explainPayload(dependencies, config, payload, {
    active: policies,
    policies: policies.alert,
    webhookId: id,
  })
}

/**
 * Explains which alerts an unsaved configuration would create from a payload, and what each alert policy would do. The
 * authentication settings, and whether the configuration is enabled, do not matter.
 *
 * @throws OpsgraphError `invalid` for a configuration that cannot be saved and for a bad payload; `tooLarge` for a
 *   payload above the size limit
 */
export async function explainConfig(dependencies: Dependencies, draft: ExplainConfig): Promise<DeliveryExplanation> {
  const { clock, newId, newNonce, store, bodyLimit } = dependencies
  const tools = { keys: undefined, newNonce, newId, now: timestamp(clock()), user: '' }
  const reading = readUnsaved(draft, tools, (payload, config) => readSent(payload, config, bodyLimit))
  const { config, policies: own, payload, unsaved: added, isNamed } = await runWithPauses(reading)
  const unsaved = [...(own ?? []).map(({ policy }) => policy), ...added]
  const active = await store.snapshot((parts) => readActivePolicies(dependencies, parts))
  const stored = active.alert
  if (own !== undefined || unsaved.length > 0) {
    // If `config` has policies, they replace the stored policies of the webhook, as if they were saved.
    const others = stored.all.map(({ policy }) => policy).filter(({ webhookId }) => !own || webhookId !== config.id)
    const policies = await runWithPauses(compileInSteps([...others, ...toStoredPolicies(unsaved, config)], stored))
    return await explainPayload(dependencies, config, payload, { active, policies, webhookId: config.id })
  }
  const webhookId = isNamed ? config.id : null
  return await explainPayload(dependencies, config, payload, { active, policies: stored, webhookId })
}

/**
 * The active ones of the unsaved policies, as if they were stored for the webhook. Of policies with the same `order`,
 * they run last, as new policies would.
 */
function toStoredPolicies(unsaved: readonly SentAlertPolicy[], config: WebhookConfig): readonly AlertPolicy[] {
  const { id: webhookId, createTime } = config
  return unsaved
    .map((policy, index) => {
      const id = String(index).padStart(4, '0')
      return { ...policy, id, createTime, updateTime: createTime, webhookId }
    })
    .filter(({ status }) => status === 'active')
}

interface ExplanationInput extends AppliedPolicies {
  readonly active: ActivePolicies
}

async function explainPayload(
  dependencies: Dependencies,
  config: WebhookConfig,
  payload: Payload,
  { active, ...applied }: ExplanationInput,
): Promise<DeliveryExplanation> {
  const { mapping } = compileWebhook(config, undefined)
  const missingColumns = missingFields(config.fieldMappings, config.defaultValues)
  if ('message' in mapping) {
    const { message } = mapping
    return { total: 0, warned: 0, ignored: 0, closing: 0, alerts: [], message, truncated: false, missingColumns }
  }
  const now = timestamp(dependencies.clock())
  const explained = await runWithPauses(explainInSteps(mapping, payload, { ...applied, now }))
  const outdated = await findOutdated(dependencies, explained.drafts, {
    webhookId: config.id,
    receivedAt: now,
    active,
  })
  return { ...(outdated === undefined ? explained.explanation : withOutdated(explained, outdated)), missingColumns }
}

/**
 * The indexes of the alerts that would be outdated if they were received now. Stores and locks nothing.
 *
 * @returns `undefined` if the policies need more steps than one request may, so that nothing is known
 */
async function findOutdated(
  dependencies: Dependencies,
  drafts: readonly DraftedAlert[],
  { webhookId, receivedAt, active }: { webhookId: string; receivedAt: string; active: ActivePolicies },
): Promise<ReadonlySet<number> | undefined> {
  if (drafts.length === 0) return new Set()
  const sent = drafts.map(({ draft }) => ({ draft, webhookId }))
  try {
    return await dependencies.store.snapshot(async (parts) => {
      const meter = WorkMeter.forRequest()
      const intake = await AlertIntake.open(dependencies, parts, { sent, policies: active, meter })
      const sender = { webhookId, actor: '', receivedAt }
      return (await runWithPauses(receiveDrafts(intake, drafts, sender))).outdated
    })
  } catch (error) {
    if (error instanceof WorkExceeded) return undefined
    throw error
  }
}

/**
 * Reads a payload, and checks it against the limits of a received delivery. A text is the body of a delivery, or the
 * query of its URL, and is parsed as the webhook expects. For any other value, the depth of nesting is checked before
 * the size, because `JSON.stringify` overflows the call stack if a value is nested too deeply.
 */
function readSent(sent: unknown, { payloadFormat }: WebhookConfig, limit: number): Payload {
  const body = typeof sent === 'string' ? toBytes(sent, 'utf8') : undefined
  if (body !== undefined) requireSize(body, limit)
  const read = body === undefined ? toPayload(sent) : readPayload(body, payloadFormat)
  if ('message' in read) throw invalid(`the payload would be refused: ${read.message}`)
  if (body === undefined) requireSize(toBytes(JSON.stringify(read.payload), 'utf8'), limit)
  return read.payload
}

function requireSize({ length }: Uint8Array, limit: number): void {
  if (length <= limit) return
  throw new OpsgraphError('tooLarge', `the payload is longer than ${limit} bytes`)
}
