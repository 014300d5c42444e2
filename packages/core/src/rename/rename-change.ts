/** What a rename changes, in the order of lists. */
export const RENAMED_KINDS = ['relation', 'node', 'redundancyRule', 'alert', 'alias'] as const
/**
 * What happens to it: `rename` gives it the new name; `merge` makes it one with what has the new name; `remove` drops it,
 * because it would lead from the resource to itself.
 */
export const RENAME_ACTIONS = ['rename', 'merge', 'remove'] as const

/** One thing that a rename changes. */
export interface RenameChange {
  readonly kind: (typeof RENAMED_KINDS)[number]
  readonly action: (typeof RENAME_ACTIONS)[number]
  /** For people: what it is, with its names before the change. */
  readonly text: string
}

/** How many things of each kind a rename changes, by what happens to them. */
export type RenameCounters = Readonly<Record<RenameChange['kind'], Readonly<Record<RenameChange['action'], number>>>>

export function countRenames(changes: readonly RenameChange[]): RenameCounters {
  const none = () => ({ rename: 0, merge: 0, remove: 0 })
  const counters = { relation: none(), node: none(), redundancyRule: none(), alert: none(), alias: none() }
  for (const { kind, action } of changes) counters[kind][action]++
  return counters
}
