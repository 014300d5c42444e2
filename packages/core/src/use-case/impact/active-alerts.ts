import { pause } from '#platform'
import type { Alert } from '../../alert/alert.js'
import { chunksOf } from '../../impact/work-budget.js'
import type { AlertStore, VersionedAlert } from '../../port/alert-store.js'

/**
 * What was read of each part of the active alerts, keyed by the number of the part (see `AlertStore.activeVersions`).
 * Because a store divides the active alerts into parts, a process reads only the parts that have changed.
 */
export type ActivePartVersions = ReadonlyMap<number, ActivePartVersion>

interface ActivePartVersion {
  /** The version of the part when it was read. */
  readonly version: string
  /** The revision of each alert in the part, keyed by its id. */
  readonly revisions: ReadonlyMap<string, number>
}

export interface AlertChanges {
  /** The alerts that are new or have changed. */
  readonly added: readonly Alert[]
  /** The ids of the alerts that are no longer active or have changed. */
  readonly removed: readonly string[]
  /** The same object as before if nothing has changed; `undefined` if the store has no parts. */
  readonly parts: ActivePartVersions | undefined
}

/** The argument `before` of the first call of {@link readAlertChanges}: all active alerts count as new. */
export const NO_PARTS: ActivePartVersions = new Map()

/**
 * One statement reads at most this many of the 1,024 parts, because reading all of them at once would take too long.
 */
const PARTS_AT_ONCE = 128

/**
 * Reads which active alerts have changed. Costs one statement for every 128 changed parts, with a pause after each.
 *
 * @param versions the current versions of the parts; `undefined` = the store has no parts, so that all alerts count as
 *   new
 * @param before the result `parts` of the previous call
 */
export async function readAlertChanges(
  alerts: AlertStore,
  versions: ReadonlyMap<number, string> | undefined,
  before: ActivePartVersions,
): Promise<AlertChanges> {
  if (versions === undefined || alerts.activeInParts === undefined) {
    return { added: await alerts.activeOf(undefined, undefined), removed: [], parts: undefined }
  }
  const numbers = new Set([...before.keys(), ...versions.keys()])
  const changed = [...numbers].filter((part) => before.get(part)?.version !== versions.get(part))
  if (changed.length === 0) return { added: [], removed: [], parts: before }
  const changes: PartChanges[] = []
  const parts = new Map(before)
  for (const { items } of chunksOf(changed, PARTS_AT_ONCE)) {
    const cached = new Map(items.flatMap((part) => [...(before.get(part)?.revisions ?? [])]))
    const found = await alerts.activeInParts(items, cached)
    for (const part of items) {
      const revisions = new Map(found.get(part)?.map(({ id, revision }) => [id, revision]))
      changes.push(compareParts(before.get(part)?.revisions ?? new Map(), revisions, found.get(part) ?? []))
      const version = versions.get(part)
      if (version === undefined) parts.delete(part)
      else parts.set(part, { version, revisions })
    }
    await pause()
  }
  return { added: changes.flatMap(({ added }) => added), removed: changes.flatMap(({ removed }) => removed), parts }
}

type PartChanges = Pick<AlertChanges, 'added' | 'removed'>

function compareParts(
  before: ActivePartVersion['revisions'],
  after: ActivePartVersion['revisions'],
  active: readonly VersionedAlert[],
): PartChanges {
  return {
    added: active.flatMap(({ alert }) => alert ?? []),
    removed: [...before].flatMap(([id, revision]) => (after.get(id) === revision ? [] : id)),
  }
}
