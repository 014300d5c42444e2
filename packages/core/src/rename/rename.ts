import { z } from 'zod'
import { define, NAME, REQUIRED_NAME } from '../schema/field.js'

/** The body of a rename (rules.md#rename). */
export const RENAME = /* @__PURE__ */ define(() => {
  const flagSchema = (description: string) => z.boolean().nullish().meta({ description, default: false })
  return z
    .strictObject({
      environment: NAME.nullish().meta({ default: '' }),
      from: REQUIRED_NAME.meta({ description: 'The resource' }),
      to: REQUIRED_NAME.meta({ description: 'Its new name' }),
      merge: flagSchema('true = if the new name exists, both become one resource'),
      dryRun: flagSchema('true = only answer what would change'),
    })
    .meta({ id: 'ResourceRename', examples: [{ environment: 'Production', from: 'srv-old', to: 'srv-new' }] })
})
export type RenameInput = Readonly<z.input<typeof RENAME>>

/** The kinds of items that a rename changes, in the order in which answers list them. */
export const RENAMED_KINDS = ['relation', 'node', 'redundancyRule', 'alert', 'alias'] as const
/**
 * What a rename does with an item. `rename`: the item gets the new name. `merge`: the item is merged with the item that
 * has the new name. `remove`: the item is removed, because it would be a relation from the resource to itself.
 */
export const RENAME_ACTIONS = ['rename', 'merge', 'remove'] as const

/** One item that a rename changes. */
export interface RenameChange {
  readonly kind: (typeof RENAMED_KINDS)[number]
  readonly action: (typeof RENAME_ACTIONS)[number]
  /** Describes the item for people, with the names before the rename. */
  readonly text: string
}

/** The number of changed items, by kind and action. */
export type RenameCounters = Readonly<Record<RenameChange['kind'], Readonly<Record<RenameChange['action'], number>>>>

export function countRenames(changes: readonly RenameChange[]): RenameCounters {
  const none = () => ({ rename: 0, merge: 0, remove: 0 })
  const counters = { relation: none(), node: none(), redundancyRule: none(), alert: none(), alias: none() }
  for (const { kind, action } of changes) counters[kind][action]++
  return counters
}
