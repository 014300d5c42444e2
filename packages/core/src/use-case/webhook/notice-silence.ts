import { SYSTEM } from '../../alert/unheld.js'
import { LIMITS } from '../../limits.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { silenceAlert } from '../../webhook/silence.js'
import { WorkMeter } from '../../work-meter.js'
import { AlertIntake } from '../alert/alert-intake.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { activePolicies } from '../policy/active-policies.js'

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
  // Nobody changes a webhook meanwhile: one that is disabled now would stay silent for ever.
  await parts.lock('webhooks')
  const overdue = await parts.webhooks.overdue(timestamp(dependencies.clock()), LIMITS.dueAlerts)
  if (overdue.length === 0) return 0
  await parts.webhooks.silence(overdue.map(({ config }) => config.id))
  const sent = overdue.map(({ config, waitingSince }) => ({
    draft: silenceAlert(config, waitingSince),
    webhookId: null,
  }))
  const policies = await activePolicies(dependencies, parts)
  const intake = await AlertIntake.open(dependencies, parts, { sent, policies, meter: new WorkMeter() })
  for (const each of sent) await runWithPauses(intake.receive(each, SYSTEM))
  await intake.save()
  return overdue.length
}
