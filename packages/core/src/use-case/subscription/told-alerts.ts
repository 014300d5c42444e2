import type { Alert } from '../../alert/alert.js'
import { attentionOf } from '../../alert/alert-status.js'
import { rankOf } from '../../impact/compare-alerts.js'
import type { AlertStore } from '../../port/alert-store.js'
import { failingIn } from '../../subscription/failing-subscription.js'
import { isRest, WorkMeter } from '../../work-meter.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import { type ActivePartVersions, NO_PARTS, readChanges } from '../impact/active-alerts.js'
import type { WatchedSubscription } from './subscription-cache.js'

/** At most this much of the text of an alert is kept. */
const LONGEST_TEXT = 2_000

/** What subscriptions need of an active alert. */
export interface ToldAlert
  extends Pick<Alert, 'environment' | 'resource' | 'event' | 'severity' | 'status' | 'text' | 'updateTime'> {
  /** The rank of the severity. */
  readonly rank: number
  /** The severity and the acknowledgement as one text; `undefined` = the alert is silenced. */
  readonly state: string | undefined
  /** The subscription whose failure the alert is about; `undefined` = it is about something else. */
  readonly about: string | undefined
  /** The ids of the subscriptions of kind `alert` whose filters match the alert. */
  readonly matched: ReadonlySet<string>
}

interface ReadAlerts {
  /** Identifies the subscriptions whose filters were asked. */
  readonly version: string
  readonly parts: ActivePartVersions | undefined
  readonly alerts: ReadonlyMap<string, ToldAlert>
}

/**
 * The active alerts that this process has read for the subscriptions of kind `alert` and `unreached`. Only those that
 * have changed are read again.
 */
export class ToldAlerts {
  #read: ReadAlerts | undefined

  /**
   * Reads the active alerts.
   *
   * @param watching the subscriptions of kind `alert`
   * @param version identifies these subscriptions
   */
  async read(
    store: AlertStore,
    watching: readonly WatchedSubscription[],
    version: string,
  ): Promise<ReadonlyMap<string, ToldAlert>> {
    const before = this.#read?.version === version ? this.#read : undefined
    const versions = await store.activeVersions?.()
    const changes = await readChanges(store, versions, before?.parts ?? NO_PARTS)
    const alerts = new Map(changes.parts === undefined ? [] : before?.alerts)
    for (const id of changes.removed) alerts.delete(id)
    for (const [id, told] of await runWithPauses(judge(changes.added, watching))) alerts.set(id, told)
    this.#read = { version, parts: changes.parts, alerts }
    return alerts
  }

  /** Frees the memory, because no subscription needs single alerts. */
  forget(): void {
    this.#read = undefined
  }
}

/** Asks the filters of the subscriptions. Yields now and then. */
function* judge(
  alerts: readonly Alert[],
  watching: readonly WatchedSubscription[],
): Generator<undefined, readonly (readonly [string, ToldAlert])[]> {
  const meter = new WorkMeter()
  const told: (readonly [string, ToldAlert])[] = []
  for (const alert of alerts) {
    const matched = new Set<string>()
    for (const { subscription, matches } of watching) {
      const result = matches(alert, meter)
      if (isRest(result) ? yield* result : result) matched.add(subscription.id)
    }
    told.push([alert.id, { ...fieldsOf(alert), matched }])
  }
  return told
}

function fieldsOf(alert: Alert): Omit<ToldAlert, 'matched'> {
  const { environment, resource, event, severity, status, text, updateTime } = alert
  const attention = attentionOf(status)
  return {
    ...{ environment, resource, event, severity, status, updateTime, rank: rankOf(severity) },
    text: text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT).toWellFormed()}…` : text,
    state: attention === 'silenced' ? undefined : `${severity} ${attention}`,
    about: failingIn(alert),
  }
}
