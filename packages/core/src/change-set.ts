/**
 * One part of a plan: what would be written, as data. Counters in an answer are its sizes, never counted again.
 *
 * @typeParam Created what is new
 * @typeParam Updated what changes
 * @typeParam Removed what goes
 */
export interface ChangeSet<Created, Updated = Created, Removed = Created> {
  readonly create: readonly Created[]
  readonly update: readonly Updated[]
  readonly remove: readonly Removed[]
  /** How many stay as they are: nobody writes these, so they are not kept. */
  readonly unchanged: number
}

/** Something that changes. */
export interface Revision<T> {
  /** As it is stored. */
  readonly stored: T
  /** As it is to be. */
  readonly wanted: T
}

/** Sizes of a change set, as answers show them (rules.md#cmdb-answer-2). */
export interface Counters {
  readonly create: number
  readonly update: number
  readonly remove: number
  readonly unchanged: number
}

export function counters(changes: ChangeSet<unknown>): Counters {
  const { create, update, remove, unchanged } = changes
  return { create: create.length, update: update.length, remove: remove.length, unchanged }
}

/** Whether there is anything to write. */
export function isChanged({ create, update, remove }: ChangeSet<unknown>): boolean {
  return create.length + update.length + remove.length > 0
}
