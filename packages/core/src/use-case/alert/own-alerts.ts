import { type Alert, type AlertDraft, type AlertKey, alertKey } from '../../alert/alert.js'
import { isActive } from '../../alert/alert-status.js'
import { SYSTEM } from '../../alert/unheld.js'
import { LIMITS } from '../../limits.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreTransaction } from '../../port/store.js'
import { WorkMeter } from '../../work-meter.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { policiesOfIntake } from '../policy/active-policies.js'
import { AlertIntake, namesOf } from './alert-intake.js'
import { type SentDraft, sourceOf } from './locked-alerts.js'

/**
 * Runs `raise` in transactions, until one of them finds fewer than `LIMITS.dueAlerts` things. If another server does
 * this work now, does nothing.
 *
 * @param raise raises alerts about at most `LIMITS.dueAlerts` things, and returns their number
 * @returns the number of all things
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
 * Raises alerts of the server itself, inside a transaction. No alert policies run. The number of database statements
 * does not depend on the number of alerts.
 *
 * @param drafts each with the origin of the server, and a fingerprint by which {@link endOwnAlerts} finds the alert
 */
export async function raiseOwnAlerts(
  dependencies: Dependencies,
  parts: StoreTransaction,
  drafts: readonly AlertDraft[],
): Promise<void> {
  await receiveOwn(
    dependencies,
    parts,
    drafts.map((draft) => ({ draft, actor: SYSTEM })),
  )
}

/** The end of an alert that the server itself has raised. */
export interface OwnEnd {
  /** Closes the alert. */
  readonly draft: AlertDraft
  /** Who ended it, for the history of the alert. */
  readonly actor: string
}

/**
 * Closes alerts that the server itself has raised, inside a transaction. An alert that a person has closed stays as it
 * is. The number of database statements does not depend on the number of ends.
 */
export async function endOwnAlerts(
  dependencies: Dependencies,
  parts: StoreTransaction,
  ends: readonly OwnEnd[],
): Promise<void> {
  if (ends.length > 0) await receiveOwn(dependencies, parts, await endsOfActive(dependencies, parts, ends))
}

/**
 * For each active alert that is to end, the draft that closes it: alerts on which the fingerprint of the draft is open,
 * and alerts that a person has reopened. If the environment or the resource of the draft has changed since the alert was
 * raised, the alert still has the earlier one.
 */
async function endsOfActive(
  dependencies: Dependencies,
  parts: StoreTransaction,
  ends: readonly OwnEnd[],
): Promise<readonly OwnEnd[]> {
  const names = await namesOf(parts, ends.map(sentOf), await policiesOfIntake(dependencies, parts))
  const named = ends.map((end) => ({ ...end, draft: names.alert(end.draft) }))
  const byKey = new Map(named.map((end) => [alertKey(end.draft), end]))
  const byFingerprint = new Map(named.map((end) => [fingerprintOf(end), end]))
  const holding = await parts.alerts.holding(
    named.map(({ draft }) => ({ source: sourceOf(sentOf({ draft })), fingerprint: draft.fingerprint ?? '' })),
  )
  const keys = new Map([...named.map(({ draft }) => draft), ...holding].map((key) => [alertKey(key), key]))
  return (await parts.alerts.lock([...keys.values()].map(keyOf))).flatMap((alert) => {
    const end = byFingerprint.get(openOf(alert, byFingerprint)) ?? byKey.get(alertKey(alert))
    return isActive(alert.status) && end !== undefined ? [{ ...end, draft: { ...end.draft, ...keyOf(alert) } }] : []
  })
}

function keyOf({ environment, resource, event }: AlertKey): AlertKey {
  return { environment, resource, event }
}

function fingerprintOf(end: Pick<OwnEnd, 'draft'>): string {
  return textOf(sourceOf(sentOf(end)), end.draft.fingerprint ?? '')
}

/** The first fingerprint in `wanted` that is open on an alert; empty if none is. */
function openOf({ firing }: Alert, wanted: ReadonlyMap<string, unknown>): string {
  const open = (firing?.open ?? []).map(({ source, fingerprint }) => textOf(source, fingerprint))
  return open.find((text) => wanted.has(text)) ?? ''
}

function textOf(source: string, fingerprint: string): string {
  return `${source}\u0000${fingerprint}`
}

function sentOf({ draft }: Pick<OwnEnd, 'draft'>): SentDraft {
  return { draft, webhookId: null }
}

async function receiveOwn(
  dependencies: Dependencies,
  parts: StoreTransaction,
  drafts: readonly OwnEnd[],
): Promise<void> {
  if (drafts.length === 0) return
  const sent = drafts.map(sentOf)
  const policies = await policiesOfIntake(dependencies, parts)
  const intake = await AlertIntake.open(dependencies, parts, { sent, policies, meter: new WorkMeter() })
  for (const { draft, actor } of drafts) {
    const bare = { ...draft, attributes: {}, tags: [] }
    if (!(await isReceived(intake, draft, actor))) await isReceived(intake, bare, actor)
  }
  await intake.save()
}

/**
 * Receives a draft. Returns false if the stored alert would exceed a size limit. The other alerts of the transaction must
 * not fail for that, because the server would try the same again and again.
 */
async function isReceived(intake: AlertIntake, draft: AlertDraft, actor: string): Promise<boolean> {
  try {
    await runWithPauses(intake.receive({ draft, webhookId: null }, actor))
    return true
  } catch (error) {
    if (error instanceof OpsgraphError && error.kind === 'invalid') return false
    throw error
  }
}
