import { type AlertKey, alertKey } from '../../alert/alert.js'
import { isActive } from '../../alert/alert-status.js'
import { SYSTEM } from '../../alert/unheld.js'
import { LIMITS } from '../../limits.js'
import type { StoreParts, StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { silenceAlert, silenceEnd, silenceFingerprint, whyNotSilent } from '../../webhook/silence.js'
import type { WebhookConfig } from '../../webhook/webhook-config.js'
import { WorkMeter } from '../../work-meter.js'
import { AlertIntake } from '../alert/alert-intake.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { policiesOfIntake } from '../policy/active-policies.js'

/**
 * Opens an alert for every webhook whose next delivery is overdue (rules.md#webhook-silence). A server calls this
 * function again and again. If several servers call it at the same time, only one of them does the work. A webhook is
 * marked as silent in the transaction that opens its alert, so each silence opens one alert, once.
 *
 * @returns how many webhooks have become silent
 */
export async function noticeSilence(dependencies: Dependencies): Promise<number> {
  let total = 0
  for (;;) {
    const found = await dependencies.store.transaction((parts) => noticeBatch(dependencies, parts))
    total += found
    if (found < LIMITS.dueAlerts) return total
  }
}

async function noticeBatch(dependencies: Dependencies, parts: StoreTransaction): Promise<number> {
  if ((await parts.tryLock?.('dueAlerts')) === false) return 0
  // This lock keeps other transactions from changing webhooks until this transaction ends. If a webhook were disabled
  // in between, it would stay silent for ever.
  await parts.lock('webhooks')
  const overdue = await parts.webhooks.overdue(timestamp(dependencies.clock()), LIMITS.dueAlerts)
  if (overdue.length === 0) return 0
  await parts.webhooks.silence(overdue.map(({ config }) => config.id))
  const sent = overdue.map(({ config, waitingSince }) => ({
    draft: silenceAlert(config, waitingSince),
    webhookId: null,
  }))
  const policies = await policiesOfIntake(dependencies, parts)
  const intake = await AlertIntake.open(dependencies, parts, { sent, policies, meter: new WorkMeter() })
  for (const each of sent) await runWithPauses(intake.receive(each, SYSTEM))
  await intake.save()
  return overdue.length
}

/** A webhook that was silent and is no longer silent. */
export interface SilenceEnd {
  readonly config: WebhookConfig
  /** Who ended the silence, for the history of the alert. */
  readonly actor: string
  /** Why the webhook is no longer silent. */
  readonly text: string
}

/** Why the wait of a webhook starts again. Without `text`, the reason is that its configuration was changed. */
type WaitStart = Omit<SilenceEnd, 'text'> & Partial<Pick<SilenceEnd, 'text'>>

/**
 * Starts the wait of a webhook for its next delivery again, inside a transaction. If the webhook was silent until now,
 * the alert about its silence closes.
 */
export async function restartWait(dependencies: Dependencies, parts: StoreTransaction, end: WaitStart): Promise<void> {
  const { config, actor, text = whyNotSilent(config) } = end
  const wasSilent = await parts.webhooks.waitFrom(config.id, timestamp(dependencies.clock()))
  if (wasSilent) await endSilences(dependencies, parts, [{ config, actor, text }])
}

/**
 * Closes the alerts about webhooks that are no longer silent, inside a transaction (rules.md#webhook-silence-5). An
 * alert that a person has closed stays as it is. The number of database statements does not depend on the number of
 * webhooks.
 */
export async function endSilences(
  dependencies: Dependencies,
  parts: StoreTransaction,
  ends: readonly SilenceEnd[],
): Promise<void> {
  if (ends.length === 0) return
  const policies = await policiesOfIntake(dependencies, parts)
  const found = await activeAlerts(parts, ends)
  if (found.length === 0) return
  const sent = found.map(({ key: { environment, resource, event }, end: { config, text } }) => ({
    draft: { ...silenceEnd(config, text), environment, resource, event },
    webhookId: null,
  }))
  const intake = await AlertIntake.open(dependencies, parts, { sent, policies, meter: new WorkMeter() })
  for (const [index, each] of sent.entries()) {
    await runWithPauses(intake.receive(each, found[index]?.end.actor ?? ''))
  }
  await intake.save()
}

/**
 * The active alerts about the silence of webhooks: alerts on which the fingerprint of a silence is open, and alerts
 * that a person has reopened. If the environment of a webhook has changed meanwhile, its alert still has the earlier
 * environment.
 */
async function activeAlerts(
  { alerts }: StoreParts,
  ends: readonly SilenceEnd[],
): Promise<readonly { readonly key: AlertKey; readonly end: SilenceEnd }[]> {
  const byKey = new Map(ends.map((end) => [alertKey(silenceEnd(end.config, '')), end]))
  const byId = new Map(ends.map((end) => [end.config.id, end]))
  const own = ends.map(({ config }) => silenceEnd(config, ''))
  const holding = await alerts.holding(ends.map(({ config }) => silenceFingerprint(config)))
  const keys = new Map([...own, ...holding].map((key) => [alertKey(key), key]))
  return (await alerts.lock([...keys.values()])).flatMap((alert) => {
    const end = byKey.get(alertKey(alert)) ?? byId.get(alert.resource)
    return isActive(alert.status) && end !== undefined ? [{ key: alert, end }] : []
  })
}
