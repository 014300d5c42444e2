import { isSameJson, type JsonValue } from './json-value.js'

/**
 * The items of one kind, such as relations, that a plan would create, update and remove. The counters in a report are
 * the lengths of these lists.
 */
export interface ChangeSet<Created, Updated = Created, Removed = Created> {
  readonly create: readonly Created[]
  readonly update: readonly Updated[]
  readonly remove: readonly Removed[]
  /** The number of items that do not change. There is no list of these items, because they are not written. */
  readonly unchanged: number
}

/** An update: the stored value, and the wanted value that replaces it. */
export interface Revision<T> {
  readonly stored: T
  readonly wanted: T
}

/** Returns the names of those `fields` that the update changes. */
export function revisedFields<Field extends string>(
  fields: readonly Field[],
  { stored, wanted }: Revision<{ readonly [Name in Field]: unknown }>,
): readonly Field[] {
  return fields.filter((field) => !isSameJson(stored[field] as JsonValue, wanted[field] as JsonValue))
}

/** The sizes of the lists of a change set, as reports show them (rules.md#cmdb-answer-2). */
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

/** True if there is anything to write. */
export function isChanged({ create, update, remove }: ChangeSet<unknown>): boolean {
  return create.length + update.length + remove.length > 0
}
