import { type Alert, alertKey } from '../alert/alert.js'
import { type Arrival, withHistory } from '../alert/alert-history.js'
import { isActive } from '../alert/alert-status.js'
import { compareSeverities } from '../alert/severity.js'
import type { ResolvedNames } from '../alias/resolved-names.js'
import { groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import { compareNames } from '../name.js'
import { eachInSteps, type Steps } from '../steps.js'
import type { RenameChange } from './rename.js'

export interface AlertRenames {
  /** The alerts whose key changes, and those that become part of another one. */
  readonly takenOut: readonly Alert[]
  readonly saved: readonly Alert[]
  readonly changes: readonly RenameChange[]
}

/** Planning this many alerts takes a few milliseconds. */
const PLANNED_AT_ONCE = 500

/**
 * Plans the new names of alerts, in steps (rules.md#rename-5). If two alerts get the same key, the worse active one stays; it also
 * has the open fingerprints of the other, so that it does not close before both problems are over.
 *
 * @param alerts the active alerts that name the resource, and the alerts whose keys they get
 */
export function* renameAlerts(alerts: readonly Alert[], names: ResolvedNames, arrival: Arrival): Steps<AlertRenames> {
  const plan = { takenOut: [] as Alert[], saved: [] as Alert[], changes: [] as RenameChange[] }
  const renamed: { readonly before: Alert; readonly after: Alert }[] = []
  yield* eachInSteps(alerts, PLANNED_AT_ONCE, (before) => {
    renamed.push({ before, after: renameAlert(before, names, arrival) })
  })
  for (const group of groupBy(renamed, ({ after }) => alertKey(after)).values()) {
    const changed = group.filter(({ before, after }) => before !== after)
    if (changed.length === 0) continue
    const [worst, ...others] = group.map(({ after }) => after).toSorted(byPrecedence) as [Alert, ...Alert[]]
    plan.takenOut.push(
      ...group
        .filter(({ before, after }) => after !== worst || alertKey(before) !== alertKey(after))
        .map(({ before }) => before),
    )
    plan.saved.push(others.reduce((kept, other) => joined(kept, other, arrival), worst))
    const action = others.length > 0 ? 'merge' : 'rename'
    for (const { before } of changed) {
      plan.changes.push({ kind: 'alert', action, text: `${before.event} of ${before.resource}, ${before.severity}` })
    }
  }
  return plan
}

function renameAlert(alert: Alert, names: ResolvedNames, arrival: Arrival): Alert {
  const renamed = names.alert(alert)
  if (renamed === alert) return alert
  const { resource, resourceParent, resourceChildren } = renamed
  const clean = {
    ...renamed,
    resourceParent: resourceParent === resource ? null : resourceParent,
    resourceChildren: resourceChildren.filter((child) => child !== resource),
  }
  if (resource === alert.resource) return clean
  return withHistory(clean, 'note', arrival, `the resource ${alert.resource} was renamed to ${resource}`)
}

/** The active alert first, then the worse one, then the one that is active for longer. */
function byPrecedence(one: Alert, other: Alert): number {
  return (
    Number(isActive(other.status)) - Number(isActive(one.status)) ||
    compareSeverities(one.severity, other.severity) ||
    compareNames(one.activeSince, other.activeSince) ||
    compareNames(one.id, other.id)
  )
}

/** The first alert, after the other one has become part of it. */
function joined(kept: Alert, other: Alert, arrival: Arrival): Alert {
  if (!isActive(other.status)) return kept
  const text = `joined with the alert ${other.id}, which was ${other.severity} and ${other.status}`
  return withHistory(withFingerprints(kept, other), 'note', arrival, text)
}

function withFingerprints(kept: Alert, other: Alert): Alert {
  if (other.firing === undefined) return kept
  const known = kept.firing ?? { open: [], closed: [] }
  const names = new Set(known.open.map(({ fingerprint }) => fingerprint))
  const added = other.firing.open.filter(({ fingerprint }) => !names.has(fingerprint))
  const open = [...known.open, ...added].slice(0, LIMITS.fingerprints)
  const isOpen = new Set(open.map(({ fingerprint }) => fingerprint))
  return {
    ...kept,
    openCount: open.length,
    firing: { ...known, open, closed: known.closed.filter(({ fingerprint }) => !isOpen.has(fingerprint)) },
  }
}
