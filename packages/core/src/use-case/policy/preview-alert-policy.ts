import type { Alert } from '../../alert/alert.js'
import type { ArrivingAlert } from '../../alert/arriving-alert.js'
import { filterWarnings } from '../../alert/filter-warnings.js'
import { type AlertPolicy, PREVIEW_REQUEST, type PreviewRequest } from '../../alert-policy/alert-policy.js'
import { type CompiledAlertPolicies, compileInSteps } from '../../alert-policy/compile-alert-policies.js'
import { type AlertPolicyRun, type AppliedPolicies, runAlertPolicies } from '../../alert-policy/run-alert-policies.js'
import { LIMITS } from '../../limits.js'
import { compareNames } from '../../name.js'
import { invalid } from '../../opsgraph-error.js'
import type { StoreParts } from '../../port/store.js'
import { readBody } from '../../schema/read-body.js'
import { timestamp } from '../../timestamp.js'
import { type CompiledWebhook, compileWebhook } from '../../webhook/compile-webhook.js'
import type { Payload } from '../../webhook/delivery/read-payload.js'
import { actorOfWebhook } from '../../webhook/delivery/received-delivery.js'
import { type MappedAlert, mapInSteps } from '../../webhook/mapping/apply-mapping.js'
import { draftAlert } from '../../webhook/mapping/draft-alerts.js'
import type { WebhookConfig } from '../../webhook/webhook-config.js'
import { WorkExceeded, WorkMeter } from '../../work-meter.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readActivePolicies } from './active-policies.js'

/** What an alert policy would do with alerts that were received earlier. */
export interface AlertPolicyPreview {
  /** The number of alerts on which the policy was tried. */
  readonly total: number
  readonly matched: number
  /** The number of alerts that the policy would change. */
  readonly changed: number
  readonly dropped: number
  /** True if the policies need more than `LIMITS.policyWork` steps. Then the preview covers only the first alerts. */
  readonly truncated: boolean
  readonly alerts: readonly PreviewedAlert[]
  /** Keys of the filters that no alert has (rules.md#filter-keys-5). */
  readonly warnings: readonly string[]
}

export interface PreviewedAlert extends Pick<ArrivingAlert, 'environment' | 'resource' | 'event' | 'severity'> {
  /** The webhook that received the delivery of the alert; `null` = a stored alert. */
  readonly webhookId: string | null
  /** When the delivery was received, or the stored alert was last received. */
  readonly receivedAt: string
  /** The id of a stored alert; `null` = an alert of a delivery. */
  readonly alertId: string | null
  /** What the tried policy did with the alert, or why it did not run. */
  readonly run: AlertPolicyRun
  /** Why an alert of a delivery would be rejected after all policies have run; `null` = it would not be rejected. */
  readonly error: string | null
}

/**
 * Tries an alert policy before it is saved, on alerts of stored deliveries and on stored alerts
 * (rules.md#alert-policy-preview). The status of the policy does not matter. On deliveries, all active policies run
 * too, except the one that the tried policy is to replace. On stored alerts, only the tried policy runs, because the
 * active policies have already changed these alerts. Stores nothing.
 *
 * @throws OpsgraphError `invalid` if a field is invalid, or if the webhook or the policy to replace does not exist
 */
export async function previewAlertPolicy(
  dependencies: Dependencies,
  request: PreviewRequest,
): Promise<AlertPolicyPreview> {
  const { sent, policyId, webhookId, limit } = readRequest(request)
  const now = timestamp(dependencies.clock())
  const tried = await dependencies.store.snapshot(async (parts) => {
    const { alert: active } = await readActivePolicies(dependencies, parts)
    const { id, createTime } =
      policyId === undefined
        ? { id: dependencies.newId(), createTime: now }
        : await requireReplacedPolicy(parts, policyId)
    const policy = { ...sent, id, createTime, updateTime: now }
    const delivered = await readDeliveredAlerts(parts, { webhookId, limit })
    const stored = await readStoredAlerts(parts, { webhookId, limit })
    return { active, policy, webhookId, delivered, stored }
  })
  const alerts = await runWithPauses(previewAll(tried))
  return {
    total: alerts.length,
    matched: alerts.filter(({ run }) => run.matched).length,
    changed: alerts.filter(({ run }) => run.changes.length > 0).length,
    dropped: alerts.filter(({ run }) => run.dropped).length,
    truncated: alerts.length < tried.delivered.length + tried.stored.length,
    alerts,
    warnings: filterWarnings({ 'policy.filters': sent.filters }),
  }
}

/** The policy that a preview tries, and the alerts on which it is tried. */
interface PreviewInput {
  readonly active: CompiledAlertPolicies
  readonly policy: AlertPolicy
  readonly webhookId: string | null
  readonly delivered: readonly DeliveredAlert[]
  readonly stored: readonly Alert[]
}

/** Runs the policy on one alert after another, until the request has used all of its steps (`LIMITS.policyWork`). */
function* previewAll({
  active,
  policy,
  webhookId,
  delivered,
  stored,
}: PreviewInput): Generator<undefined, readonly PreviewedAlert[]> {
  const others = active.all.map((each) => each.policy).filter(({ id }) => id !== policy.id)
  const policies = yield* compileInSteps([...others, policy], active)
  const alone = yield* compileInSteps([policy], policies)
  const meter = WorkMeter.forRequest()
  const alerts: PreviewedAlert[] = []
  try {
    for (const each of delivered) alerts.push(yield* previewDelivered(each, { policies, policy, meter }))
    for (const each of stored) alerts.push(yield* previewStored(each, { policies: alone, webhookId }, meter))
  } catch (error) {
    if (!(error instanceof WorkExceeded)) throw error
  }
  return alerts
}

function readRequest(request: PreviewRequest) {
  const { policy: sent, policyId, webhookId, limit } = readBody(PREVIEW_REQUEST, request)
  return {
    ...{ sent, policyId: policyId ?? undefined },
    ...{ webhookId: webhookId ?? sent.webhookId, limit: limit ?? LIMITS.previewAlerts.default },
  }
}

async function requireReplacedPolicy(parts: StoreParts, policyId: string): Promise<AlertPolicy> {
  const policy = await parts.alertPolicies.read(policyId)
  if (policy === undefined) throw invalid(`policyId: there is no alert policy ${policyId}`)
  return policy
}

/** An alert of a stored delivery, as the mapping of the webhook creates it now. */
interface DeliveredAlert {
  readonly webhookId: string
  readonly receivedAt: string
  readonly mapped: MappedAlert
}

/** A stored delivery, with the current mapping of its webhook. */
interface StoredDelivery extends Pick<DeliveredAlert, 'webhookId' | 'receivedAt'> {
  readonly mapping: CompiledWebhook['mapping']
  readonly payload: Payload
}

/** The alerts of stored deliveries, newest delivery first. Maps only as many deliveries as the limit requires. */
async function readDeliveredAlerts(
  parts: StoreParts,
  { webhookId, limit }: { readonly webhookId: string | null; readonly limit: number },
): Promise<readonly DeliveredAlert[]> {
  const configs = webhookId === null ? await readNewestWebhooks(parts) : [await requireWebhook(parts, webhookId)]
  const storedDeliveries: StoredDelivery[] = []
  for (const config of configs) storedDeliveries.push(...(await readDeliveries(parts, config)))
  storedDeliveries.sort((left, right) => compareNames(right.receivedAt, left.receivedAt))
  const delivered: DeliveredAlert[] = []
  for (const { mapping, payload, ...of } of storedDeliveries) {
    if (delivered.length >= limit) break
    const alerts =
      'message' in mapping ? mapping : await runWithPauses(mapInSteps(mapping, payload, { meter: new WorkMeter() }))
    if (!('message' in alerts)) for (const mapped of alerts) delivered.push({ ...of, mapped })
  }
  return delivered.slice(0, limit)
}

async function readDeliveries(parts: StoreParts, config: WebhookConfig): Promise<readonly StoredDelivery[]> {
  const { payloads } = await parts.webhooks.histories(config.id)
  const { mapping } = compileWebhook(config, undefined)
  return payloads.flatMap(({ payload, receivedAt }) =>
    payload === null ? [] : [{ webhookId: config.id, receivedAt, mapping, payload }],
  )
}

async function readNewestWebhooks(parts: StoreParts): Promise<readonly WebhookConfig[]> {
  const sort = { column: 'createTime', descending: true } as const
  const { items } = await parts.webhooks.list({ filters: {}, sort, page: 1, pageSize: LIMITS.previewWebhooks })
  return items.map(({ config }) => config)
}

async function requireWebhook(parts: StoreParts, webhookId: string): Promise<WebhookConfig> {
  const config = await parts.webhooks.read(webhookId)
  if (config === undefined) throw invalid(`webhookId: there is no webhook ${webhookId}`)
  return config
}

/**
 * The stored alerts that were received last, at most `limit`. If `webhookId` is not `null`, only alerts whose history
 * names this webhook. No index finds these, so that only the newest stored alerts are searched.
 */
async function readStoredAlerts(
  parts: StoreParts,
  { webhookId, limit }: { readonly webhookId: string | null; readonly limit: number },
): Promise<readonly Alert[]> {
  const sort = { column: 'lastReceiveTime', descending: true } as const
  const pageOf = async (page: number, pageSize: number) =>
    (await parts.alerts.list({ filters: {}, sort, page, pageSize })).items
  if (webhookId === null) return await pageOf(1, limit)
  const actor = actorOfWebhook({ id: webhookId })
  const found: Alert[] = []
  const { max } = LIMITS.pageSize
  for (let page = 1; page * max <= LIMITS.previewSearched && found.length < limit; page++) {
    const searched = await pageOf(page, max)
    found.push(...searched.filter(({ history }) => history.some((entry) => entry.actor === actor)))
    if (searched.length < max) break
  }
  return found.slice(0, limit)
}

function* previewDelivered(
  { webhookId, receivedAt, mapped }: DeliveredAlert,
  {
    policies,
    policy,
    meter,
  }: Pick<AppliedPolicies, 'policies'> & {
    readonly policy: AlertPolicy
    readonly meter: WorkMeter
  },
): Generator<undefined, PreviewedAlert> {
  const trace: AlertPolicyRun[] = []
  const { result } = yield* draftAlert(mapped, { policies, webhookId, now: receivedAt }, meter, trace)
  const run = trace.find(({ policyId }) => policyId === policy.id)
  if (run === undefined) throw new Error('the policy is not in the trace')
  return {
    ...previewedAlertFields(mapped.input),
    ...{ webhookId, receivedAt, alertId: null, run },
    error: 'error' in result ? result.error : null,
  }
}

function* previewStored(
  alert: Alert,
  applied: AppliedPolicies,
  meter: WorkMeter,
): Generator<undefined, PreviewedAlert> {
  const trace: AlertPolicyRun[] = []
  yield* runAlertPolicies(applied, alert, meter, trace)
  const [run] = trace
  if (run === undefined) throw new Error('the policy is not in the trace')
  return {
    ...previewedAlertFields(alert),
    webhookId: null,
    receivedAt: alert.lastReceiveTime,
    alertId: alert.id,
    run,
    error: null,
  }
}

function previewedAlertFields({ environment, resource, event, severity }: ArrivingAlert) {
  return { environment, resource, event, severity }
}
