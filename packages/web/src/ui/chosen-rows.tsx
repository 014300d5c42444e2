import { useState } from 'react'
import { Checkbox } from './checkbox.js'
import type { Column } from './table.js'

/**
 * The rows of a table that the user has chosen, by the ids of their items. Rows that the table no longer shows are not
 * chosen any more, because the user does not see them.
 *
 * @param shown the ids of the items that the table shows
 */
export function useChosenRows(shown: readonly string[]) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const ids = shown.filter((id) => marked.has(id))
  return {
    ids,
    choose: (which: readonly string[], isChosen: boolean) => {
      const others = ids.filter((id) => !which.includes(id))
      setMarked(new Set(isChosen ? [...others, ...which] : others))
    },
    clear: () => setMarked(new Set()),
  }
}

/** Returns the column with the checkboxes that choose rows. */
export function buildChoiceColumn<Item extends { readonly id: string }>(
  { ids, choose }: ReturnType<typeof useChosenRows>,
  formatName: (item: Item) => string,
): Column<Item> {
  return {
    heading: 'Choose',
    cell: (item) => (
      <Checkbox
        label={`Choose ${formatName(item)}`}
        isLabelHidden
        checked={ids.includes(item.id)}
        onCheckedChange={(isChosen) => choose([item.id], isChosen)}
      />
    ),
  }
}
