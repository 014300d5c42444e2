import type { LiveChange } from './live-event.js'

/**
 * Compares two states, each with the versions of objects by id. An object with the same version has not changed.
 *
 * @returns the changes, by the id of the object
 */
export function compareStates(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, LiveChange> {
  const changes = new Map<string, LiveChange>()
  if (before === after) return changes
  for (const [id, version] of after) {
    if (!before.has(id)) changes.set(id, 'created')
    else if (before.get(id) !== version) changes.set(id, 'changed')
  }
  for (const id of before.keys()) if (!after.has(id)) changes.set(id, 'deleted')
  return changes
}
