import { type Alert, type AlertDraft, type AlertKey, alertKey } from '../../alert/alert.js'
import { isActive } from '../../alert/alert-status.js'
import type { SourcedFingerprint } from '../../alert/fingerprints.js'
import { SYSTEM_ACTOR } from '../../alert/unheld.js'
import { LIMITS } from '../../limits.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreTransaction } from '../../port/store.js'
import { WorkMeter } from '../../work-meter.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readPoliciesOfIntake } from '../policy/active-policies.js'
import { AlertIntake, readAliasesOf } from './alert-intake.js'
import { fingerprintKey, type SentDraft, senderText } from './locked-alerts.js'

/**
 * Runs `raise` in transactions until one of them handles fewer than `LIMITS.dueAlerts` items. Does nothing if another
 * server is doing this work.
 *
 * @param raise opens alerts about at most `LIMITS.dueAlerts` items, and returns the number of these items
 * @returns the number of all items
 */
export async function raiseInBatches(
  { store }: Dependencies,
  raise: (parts: StoreTransaction) => Promise<number>,
): Promise<number> {
  let total = 0
  for (;;) {
    const found = await store.transaction(async (parts) => {
      return (await parts.tryLock?.('dueAlerts')) === false ? 0 : await raise(parts)
    })
    total += found
    if (found < LIMITS.dueAlerts) return total
  }
}

/**
 * Opens alerts of the server itself, inside a transaction. No alert policies run. The number of database statements
 * does not depend on the number of alerts.
 *
 * @param drafts each has the origin of the server, and a fingerprint by which {@link endOwnAlerts} finds the alert
 */
export async function raiseOwnAlerts(
  dependencies: Dependencies,
  parts: StoreTransaction,
  drafts: readonly AlertDraft[],
): Promise<void> {
  await receiveOwnAlerts(
    dependencies,
    parts,
    drafts.map((draft) => ({ draft, actor: SYSTEM_ACTOR })),
  )
}

/** Ends an alert that the server itself has opened. */
export interface OwnAlertEnd {
  /** The received alert that closes the alert of the server. */
  readonly draft: AlertDraft
  /** The name of the user or program that ended the problem, for the history of the alert. */
  readonly actor: string
}

/**
 * Closes alerts that the server itself has opened, inside a transaction. An alert that a person has already closed does
 * not change. The number of database statements does not depend on the number of ends.
 */
export async function endOwnAlerts(
  dependencies: Dependencies,
  parts: StoreTransaction,
  ends: readonly OwnAlertEnd[],
): Promise<void> {
  if (ends.length > 0) await receiveOwnAlerts(dependencies, parts, await endsOfActiveAlerts(dependencies, parts, ends))
}

/**
 * Returns a closing draft for each active alert that is to end: an alert on which the fingerprint of the draft is open,
 * or an alert with the key of the draft that a person has reopened. The environment and the resource come from the
 * stored alert, because those of the draft may have changed since the alert was opened.
 */
async function endsOfActiveAlerts(
  dependencies: Dependencies,
  parts: StoreTransaction,
  ends: readonly OwnAlertEnd[],
): Promise<readonly OwnAlertEnd[]> {
  const names = await readAliasesOf(parts, ends.map(toSentDraft), await readPoliciesOfIntake(dependencies, parts))
  const named = ends.map((end) => ({ ...end, draft: names.alert(end.draft) }))
  const byKey = new Map(named.map((end) => [alertKey(end.draft), end]))
  const byFingerprint = new Map(named.map((end) => [fingerprintKey(fingerprintOf(end)), end]))
  const holding = await parts.alerts.holding(named.map(fingerprintOf))
  const keys = new Map([...named.map(({ draft }) => draft), ...holding].map((key) => [alertKey(key), key]))
  return (await parts.alerts.lock([...keys.values()].map(toAlertKey))).flatMap((alert) => {
    const end = byFingerprint.get(findOpenFingerprint(alert, byFingerprint)) ?? byKey.get(alertKey(alert))
    return isActive(alert.status) && end !== undefined
      ? [{ ...end, draft: { ...end.draft, ...toAlertKey(alert) } }]
      : []
  })
}

function toAlertKey({ environment, resource, event }: AlertKey): AlertKey {
  return { environment, resource, event }
}

function fingerprintOf({ draft }: Pick<OwnAlertEnd, 'draft'>): SourcedFingerprint {
  return { source: senderText(toSentDraft({ draft })), fingerprint: draft.fingerprint ?? '' }
}

/** The key of the first fingerprint in `wanted` that is open on an alert; empty = none is. */
function findOpenFingerprint({ firing }: Alert, wanted: ReadonlyMap<string, unknown>): string {
  return (firing?.open ?? []).map(fingerprintKey).find((key) => wanted.has(key)) ?? ''
}

function toSentDraft({ draft }: Pick<OwnAlertEnd, 'draft'>): SentDraft {
  return { draft, webhookId: null }
}

async function receiveOwnAlerts(
  dependencies: Dependencies,
  parts: StoreTransaction,
  drafts: readonly OwnAlertEnd[],
): Promise<void> {
  if (drafts.length === 0) return
  const sent = drafts.map(toSentDraft)
  const policies = await readPoliciesOfIntake(dependencies, parts)
  const intake = await AlertIntake.open(dependencies, parts, { sent, policies, meter: new WorkMeter() })
  for (const { draft, actor } of drafts) {
    const shortened = { ...draft, attributes: {}, tags: [] }
    if (!(await tryReceive(intake, draft, actor))) await tryReceive(intake, shortened, actor)
  }
  await intake.save()
}

/**
 * Receives a draft. Returns false if the stored alert would exceed a size limit. This must not make the other alerts of
 * the transaction fail, because the server would try the same again and again.
 */
async function tryReceive(intake: AlertIntake, draft: AlertDraft, actor: string): Promise<boolean> {
  try {
    await runWithPauses(intake.receive({ draft, webhookId: null }, actor))
    return true
  } catch (error) {
    if (error instanceof OpsgraphError && error.kind === 'invalid') return false
    throw error
  }
}
