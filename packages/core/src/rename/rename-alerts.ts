import { type Alert, alertKey } from '../alert/alert.js'
import { type ChangeContext, withHistory } from '../alert/alert-history.js'
import { isActive } from '../alert/alert-status.js'
import { compareSeverities } from '../alert/severity.js'
import type { ResolvedNames } from '../alias/resolved-names.js'
import { groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import { compareNames } from '../name.js'
import { eachInSteps, type Steps } from '../steps.js'
import type { RenameChange } from './rename.js'

export interface AlertRenames {
  /** The stored alerts to remove: their key changes, or they are merged into another alert. */
  readonly takenOut: readonly Alert[]
  readonly saved: readonly Alert[]
  readonly changes: readonly RenameChange[]
}

/** Yields after this many alerts, which take a few milliseconds. */
const ALERTS_AT_ONCE = 500

/**
 * Plans the new names of alerts (rules.md#rename-5). If two alerts get the same key, the worse active one stays. It
 * also gets the open fingerprints of the other alert, so that it does not close before both problems are over. Yields
 * for pauses.
 *
 * @param alerts the active alerts that name the resource, and the alerts that already have the keys they would get
 */
export function* renameAlerts(
  alerts: readonly Alert[],
  names: ResolvedNames,
  context: ChangeContext,
): Steps<AlertRenames> {
  const plan = { takenOut: [] as Alert[], saved: [] as Alert[], changes: [] as RenameChange[] }
  const renamed: { readonly before: Alert; readonly after: Alert }[] = []
  yield* eachInSteps(alerts, ALERTS_AT_ONCE, (before) => {
    renamed.push({ before, after: renameAlert(before, names, context) })
  })
  for (const group of groupBy(renamed, ({ after }) => alertKey(after)).values()) {
    const changed = group.filter(({ before, after }) => before !== after)
    if (changed.length === 0) continue
    const [worst, ...others] = group.map(({ after }) => after).toSorted(compareForMerge) as [Alert, ...Alert[]]
    plan.takenOut.push(
      ...group
        .filter(({ before, after }) => after !== worst || alertKey(before) !== alertKey(after))
        .map(({ before }) => before),
    )
    plan.saved.push(others.reduce((remaining, other) => mergeAlerts(remaining, other, context), worst))
    const action = others.length > 0 ? 'merge' : 'rename'
    for (const { before } of changed) {
      plan.changes.push({ kind: 'alert', action, text: `${before.event} of ${before.resource}, ${before.severity}` })
    }
  }
  return plan
}

function renameAlert(alert: Alert, names: ResolvedNames, context: ChangeContext): Alert {
  const renamed = names.alert(alert)
  if (renamed === alert) return alert
  const { resource, resourceParent, resourceChildren } = renamed
  const withoutLoops = {
    ...renamed,
    resourceParent: resourceParent === resource ? null : resourceParent,
    resourceChildren: resourceChildren.filter((child) => child !== resource),
  }
  if (resource === alert.resource) return withoutLoops
  return withHistory(withoutLoops, 'note', context, `the resource ${alert.resource} was renamed to ${resource}`)
}

/** Compares alerts: active alerts first, then the worst, then those that have been active longest. */
function compareForMerge(one: Alert, other: Alert): number {
  return (
    Number(isActive(other.status)) - Number(isActive(one.status)) ||
    compareSeverities(one.severity, other.severity) ||
    compareNames(one.activeSince, other.activeSince) ||
    compareNames(one.id, other.id)
  )
}

/** Merges `other` into the alert that stays. */
function mergeAlerts(remaining: Alert, other: Alert, context: ChangeContext): Alert {
  if (!isActive(other.status)) return remaining
  const text = `joined with the alert ${other.id}, which was ${other.severity} and ${other.status}`
  return withHistory(withFingerprints(remaining, other), 'note', context, text)
}

function withFingerprints(remaining: Alert, other: Alert): Alert {
  if (other.firing === undefined) return remaining
  const fingerprints = remaining.firing ?? { open: [], closed: [] }
  const names = new Set(fingerprints.open.map(({ fingerprint }) => fingerprint))
  const added = other.firing.open.filter(({ fingerprint }) => !names.has(fingerprint))
  const open = [...fingerprints.open, ...added].slice(0, LIMITS.fingerprints)
  const openNames = new Set(open.map(({ fingerprint }) => fingerprint))
  return {
    ...remaining,
    openCount: open.length,
    firing: {
      ...fingerprints,
      open,
      closed: fingerprints.closed.filter(({ fingerprint }) => !openNames.has(fingerprint)),
    },
  }
}
