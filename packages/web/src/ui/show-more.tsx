import { type ReactNode, useState } from 'react'
import { Button } from './button.js'

/**
 * The number of items that are shown at first, and that each click on the button adds. If all items of a long list were
 * shown at the same time, the page would be slow.
 */
const ITEMS_PER_STEP = 100

interface ShowMoreProps<Item> {
  readonly items: readonly Item[]
  /** What the items are, such as `alerts`, for the text of the button. */
  readonly what: string
  readonly children: (visible: readonly Item[]) => ReactNode
}

/** Shows the first items of a long list, and a button that shows more. */
export function ShowMore<Item>({ items, what, children }: ShowMoreProps<Item>) {
  const [count, setCount] = useState(ITEMS_PER_STEP)
  const left = items.length - count
  return (
    <>
      {children(items.slice(0, count))}
      {left > 0 && (
        <Button onClick={() => setCount(count + ITEMS_PER_STEP)}>
          Show {Math.min(ITEMS_PER_STEP, left)} more of {items.length} {what}
        </Button>
      )}
    </>
  )
}

interface LongListProps<Item> extends Pick<ShowMoreProps<Item>, 'items' | 'what'> {
  readonly className?: string | undefined
  readonly isOrdered?: boolean
  /** Returns the `<li>` of an item, with a key. */
  readonly children: (item: Item, index: number) => ReactNode
}

/** A list that shows its first items, and a button that shows more. */
export function LongList<Item>({ items, what, className, isOrdered = false, children }: LongListProps<Item>) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <ShowMore items={items} what={what}>
      {(visible) => <List className={className}>{visible.map(children)}</List>}
    </ShowMore>
  )
}
