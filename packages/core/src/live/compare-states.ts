import type { LiveChange } from './live-event.js'

/**
 * What has changed between two states of objects. Each state has a version of each object, by id: objects with the same
 * version are the same.
 *
 * @returns each object that was added, changed or removed, once
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
