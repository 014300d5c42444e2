import { pause } from '#platform'
import type { Alert } from '../../alert/alert.js'
import type { AlertStore, VersionedAlert } from '../../port/alert-store.js'

/** The parts of the active alerts, by number (`AlertStore.activeVersions`). */
export type AlertParts = ReadonlyMap<number, AlertPart>

interface AlertPart {
  readonly version: string
  /** The revisions of the alerts, by id. */
  readonly revisions: ReadonlyMap<string, number>
}

export interface AlertChanges {
  /** The alerts that are new or have changed. */
  readonly added: readonly Alert[]
  /** The ids of the alerts that are not active any more, or have changed. */
  readonly removed: readonly string[]
  /** The same object as before if nothing has changed; `undefined` if the store has no parts. */
  readonly parts: AlertParts | undefined
}

/** For a first call of {@link readChanges}: all active alerts are new. */
export const NO_PARTS: AlertParts = new Map()

/**
 * Reads which active alerts have changed. Costs at most one statement.
 *
 * @param versions the current versions of the parts; `undefined` if the store has no parts: then all alerts are new
 * @param known the parts as they were read before
 */
export async function readChanges(
  alerts: AlertStore,
  versions: ReadonlyMap<number, string> | undefined,
  known: AlertParts,
): Promise<AlertChanges> {
  if (versions === undefined || alerts.activeIn === undefined) {
    return { added: await alerts.activeOf(undefined, undefined), removed: [], parts: undefined }
  }
  const numbers = [...known.keys(), ...versions.keys()]
  const changed = new Set(numbers.filter((part) => known.get(part)?.version !== versions.get(part)))
  if (changed.size === 0) return { added: [], removed: [], parts: known }
  const asked = [...changed].filter((part) => versions.has(part))
  const found = asked.length === 0 ? NOTHING : await alerts.activeIn(asked)
  await pause()
  const before = new Map([...changed].flatMap((part) => [...(known.get(part)?.revisions ?? [])]))
  const active = asked.flatMap((part) => found.get(part) ?? [])
  const added = active.filter(({ alert, revision }) => before.get(alert.id) !== revision)
  await pause()
  const after = new Map(active.map(({ alert, revision }) => [alert.id, revision]))
  return {
    added: added.map(({ alert }) => alert),
    removed: [...before].flatMap(([id, revision]) => (after.get(id) === revision ? [] : [id])),
    parts: new Map([
      ...[...known].filter(([part]) => !changed.has(part)),
      ...asked.map((part) => [part, partOf(versions.get(part) as string, found.get(part) ?? [])] as const),
    ]),
  }
}

function partOf(version: string, active: readonly VersionedAlert[]): AlertPart {
  return { version, revisions: new Map(active.map(({ alert, revision }) => [alert.id, revision])) }
}

const NOTHING: ReadonlyMap<number, readonly VersionedAlert[]> = new Map()
