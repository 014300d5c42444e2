import type { ChangeSet } from '../change-set.js'
import { LIMITS } from '../limits.js'
import { CHANGE_ACTIONS, type Change, type ChangeAction, type ListedChanges } from './change.js'

/**
 * One list of a change set, for example the removed items. An item is converted to a `Change` only when a caller asks
 * for the item, because most items are never listed.
 */
export interface ChangeGroup {
  readonly action: ChangeAction
  readonly count: number
  /** Converts the first items to changes, at most `limit` of them. */
  readonly first: (limit: number) => readonly Change[]
}

/** A change without its action, which is that of its group. */
type ChangeDescription<Each = Change> = Each extends Change ? Omit<Each, 'action'> : never

/** Functions that describe the items of a change set. */
interface ChangeDescribers<Created, Updated, Removed> {
  readonly create: (item: Created) => ChangeDescription
  readonly update: (item: Updated) => ChangeDescription
  readonly remove: (item: Removed) => ChangeDescription
}

/** Converts the three lists of a change set to groups. */
export function changeGroups<Created, Updated, Removed>(
  { create, update, remove }: ChangeSet<Created, Updated, Removed>,
  describe: ChangeDescribers<Created, Updated, Removed>,
): readonly ChangeGroup[] {
  return [
    changeGroup('create', create, describe.create),
    changeGroup('update', update, describe.update),
    changeGroup('remove', remove, describe.remove),
  ]
}

export function changeGroup<Item>(
  action: ChangeAction,
  items: readonly Item[],
  describe: (item: Item) => ChangeDescription,
): ChangeGroup {
  const toChange = (item: Item) => {
    const { kind, ...names } = describe(item)
    return { kind, action, ...names } as Change
  }
  return { action, count: items.length, first: (limit) => items.slice(0, limit).map(toChange) }
}

/**
 * Lists at most `limit` changes (rules.md#listed-changes). If there are more changes, removals are chosen first, then
 * updates, then creations. The chosen changes are listed in the order of their groups.
 */
export function listChanges(groups: readonly ChangeGroup[], limit: number = LIMITS.changes): ListedChanges {
  const totals = countByAction(groups)
  const remaining = countsToList(totals, limit)
  const changes = groups.flatMap(({ action, first }) => {
    const listed = first(remaining[action])
    remaining[action] -= listed.length
    return listed
  })
  return { changes, changesTotal: totals.remove + totals.update + totals.create }
}

type CountByAction = Record<ChangeAction, number>

function countByAction(groups: readonly ChangeGroup[]): Readonly<CountByAction> {
  const totals: CountByAction = { remove: 0, update: 0, create: 0 }
  for (const { action, count } of groups) totals[action] += count
  return totals
}

/** For each action, how many of its changes are listed. */
function countsToList(totals: Readonly<CountByAction>, limit: number): CountByAction {
  const remaining = { ...totals }
  let free = limit
  for (const action of CHANGE_ACTIONS) {
    remaining[action] = Math.min(totals[action], free)
    free -= remaining[action]
  }
  return remaining
}
