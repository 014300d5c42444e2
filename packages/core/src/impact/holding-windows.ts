import { compareNames } from '../name.js'
import type { ImpactAlert } from './impact-alert.js'

/** A maintenance window, and the number of alerts that it holds (rules.md#impact-on-services-12). */
export interface HoldingWindow {
  readonly id: string
  readonly name: string
  /** The number of the alerts that the window holds. */
  readonly count: number
}

/**
 * Counts the alerts that each maintenance window holds. The window that holds the most alerts comes first; windows that
 * hold equally many are sorted by name, then by id.
 */
export function holdingWindows(alerts: Iterable<ImpactAlert>): readonly HoldingWindow[] {
  const found = new Map<string, { readonly name: string; count: number }>()
  for (const { maintenance } of alerts) {
    if (maintenance === undefined) continue
    const known = found.get(maintenance.windowId)
    if (known === undefined) found.set(maintenance.windowId, { name: maintenance.name, count: 1 })
    else known.count++
  }
  return Array.from(found, ([id, { name, count }]) => ({ id, name, count })).sort(
    (one, other) => other.count - one.count || compareNames(one.name, other.name) || compareNames(one.id, other.id),
  )
}
