import { type ReactNode, useState } from 'react'
import { Button } from './button.js'

/** Items that a list shows at once: more would make the page slow, and nobody reads them. */
const STEP = 100

interface ShowMoreProps<Item> {
  readonly items: readonly Item[]
  /** What they are: `alerts`. */
  readonly what: string
  readonly children: (shown: readonly Item[]) => ReactNode
}

/** The first items of a long list, and a button for the next. */
export function ShowMore<Item>({ items, what, children }: ShowMoreProps<Item>) {
  const [count, setCount] = useState(STEP)
  const left = items.length - count
  return (
    <>
      {children(items.slice(0, count))}
      {left > 0 && (
        <Button onClick={() => setCount(count + STEP)}>
          Show {Math.min(STEP, left)} more of {items.length} {what}
        </Button>
      )}
    </>
  )
}
