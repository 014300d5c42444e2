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
  /** Returns the first items as changes, at most `most` of them. */
  readonly first: (most: number) => readonly Change[]
}

/** Functions that convert the items of a change set to changes. */
export type Describing<Created, Updated, Removed> = {
  readonly create: (item: Created) => Change
  readonly update: (item: Updated) => Change
  readonly remove: (item: Removed) => Change
}

/** The three lists of a change set as groups. The counts of the groups are the counters of a response. */
export function changeGroups<Created, Updated, Removed>(
  { create, update, remove }: ChangeSet<Created, Updated, Removed>,
  describe: Describing<Created, Updated, Removed>,
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
  describe: (item: Item) => Change,
): ChangeGroup {
  return { action, count: items.length, first: (most) => items.slice(0, most).map(describe) }
}

/**
 * Lists at most `most` changes (rules.md#listed-changes). If there are more changes, removals are chosen first, then
 * updates, then creations. The chosen changes are listed in the order of their groups.
 */
export function listChanges(groups: readonly ChangeGroup[], most: number = LIMITS.changes): ListedChanges {
  const totals = totalsOf(groups)
  const left = shares(totals, most)
  const changes = groups.flatMap(({ action, first }) => {
    const listed = first(left[action])
    left[action] -= listed.length
    return listed
  })
  return { changes, changesTotal: totals.remove + totals.update + totals.create }
}

type ByAction = Record<ChangeAction, number>

function totalsOf(groups: readonly ChangeGroup[]): Readonly<ByAction> {
  const totals: ByAction = { remove: 0, update: 0, create: 0 }
  for (const { action, count } of groups) totals[action] += count
  return totals
}

/** For each action, the number of its changes that fit into the list. */
function shares(totals: Readonly<ByAction>, most: number): ByAction {
  const left = { ...totals }
  let free = most
  for (const action of CHANGE_ACTIONS) {
    left[action] = Math.min(totals[action], free)
    free -= left[action]
  }
  return left
}
