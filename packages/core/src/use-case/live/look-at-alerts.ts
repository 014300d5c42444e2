import type { Alert } from '../../alert/alert.js'
import { hashText } from '../../content-hash.js'
import { chunksOf } from '../../impact/work-budget.js'
import type { ChangedAlert } from '../../live/events-between.js'
import type { AlertStore } from '../../port/alert-store.js'
import { type ActivePartVersions, NO_PARTS, readAlertChanges } from '../impact/active-alerts.js'

/** The active alerts that a look has seen. */
export interface SeenAlerts {
  /**
   * The parts of the active alerts that were read; `undefined` = the store has no parts (`AlertStore.activeVersions`).
   */
  readonly parts: ActivePartVersions | undefined
  /** Each active alert, by id. */
  readonly active: ReadonlyMap<string, SeenAlert>
}

interface SeenAlert {
  /** The services that the alert names. */
  readonly services: readonly string[]
  /** The hash of the alert; `undefined` if the store has parts. */
  readonly hash: string | undefined
}

export interface AlertsLook {
  readonly alerts: SeenAlerts
  readonly changed: readonly ChangedAlert[]
}

/** One statement reads at most this many alerts. */
const ALERTS_AT_ONCE = 1_000

/**
 * Finds the active alerts that have changed since an earlier look, and the alerts that are no longer active.
 *
 * @param before `undefined` = this is the first look, which finds no changes
 */
export async function lookAtAlerts(alerts: AlertStore, before: SeenAlerts | undefined): Promise<AlertsLook> {
  const versions = await alerts.activeVersions?.()
  const { added, removed, parts } = await readAlertChanges(alerts, versions, before?.parts ?? NO_PARTS)
  const seenBefore = before?.active ?? new Map<string, SeenAlert>()
  const { touched, active } =
    parts === undefined ? compareAll(added, seenBefore) : followParts(added, removed, seenBefore)
  if (before === undefined) return { alerts: { parts, active }, changed: [] }
  const ended = active === seenBefore ? [] : [...seenBefore.keys()].filter((id) => !active.has(id))
  const servicesOf = (id: string, alert: Alert | undefined) => [
    ...new Set([...(seenBefore.get(id)?.services ?? []), ...(alert?.service ?? [])]),
  ]
  const stored = await readStillStoredAlerts(alerts, ended)
  return {
    alerts: { parts, active },
    changed: [
      ...touched.map((alert): ChangedAlert => {
        const { id } = alert
        return { id, change: seenBefore.has(id) ? 'changed' : 'created', services: servicesOf(id, alert) }
      }),
      ...ended.map((id): ChangedAlert => {
        const alert = stored.get(id)
        return { id, change: alert === undefined ? 'deleted' : 'changed', services: servicesOf(id, alert) }
      }),
    ],
  }
}

interface FollowedAlerts {
  /** The active alerts that are new or have changed. */
  readonly touched: readonly Alert[]
  readonly active: SeenAlerts['active']
}

function followParts(added: readonly Alert[], removed: readonly string[], known: SeenAlerts['active']): FollowedAlerts {
  if (added.length === 0 && removed.length === 0) return { touched: [], active: known }
  const active = new Map(known)
  for (const id of removed) active.delete(id)
  for (const { id, service } of added) active.set(id, { services: service, hash: undefined })
  return { touched: added, active }
}

function compareAll(all: readonly Alert[], known: SeenAlerts['active']): FollowedAlerts {
  const hashedAlerts = all.map((alert) => ({ alert, hash: hashText(JSON.stringify(alert)) }))
  return {
    touched: hashedAlerts.flatMap(({ alert, hash }) => (known.get(alert.id)?.hash === hash ? [] : alert)),
    active: new Map(hashedAlerts.map(({ alert: { id, service }, hash }) => [id, { services: service, hash }])),
  }
}

/** Returns those of the alerts that are still stored, by id. */
async function readStillStoredAlerts(alerts: AlertStore, ids: readonly string[]): Promise<ReadonlyMap<string, Alert>> {
  const found = new Map<string, Alert>()
  for (const { items } of chunksOf(ids, ALERTS_AT_ONCE)) {
    const query = { filters: { id: items }, sort: undefined, page: 1, pageSize: ALERTS_AT_ONCE }
    for (const alert of (await alerts.list(query)).items) found.set(alert.id, alert)
  }
  return found
}
