import type { ReactNode } from 'react'
import { ShowMore } from '../../ui/show-more.js'
import styles from './import.module.css'

/** A list with more items than this is closed at first. */
const MANY = 10

interface FoldedListProps<Item> {
  readonly title: ReactNode
  /** What the items are, such as `warnings`, for the summary. */
  readonly what: string
  readonly items: readonly Item[]
  /** Whether this is the only list of its section of the page. Such a list is open at first. */
  readonly isOnly: boolean
  readonly children: (item: Item) => ReactNode
}

/** A list that the user can open and close. Its summary shows the number of items. */
export function FoldedList<Item>({ title, what, items, isOnly, children }: FoldedListProps<Item>) {
  return (
    <details className={styles.group} open={items.length <= MANY || isOnly}>
      <summary>
        {title} <span className={styles.count}>{items.length}</span>
      </summary>
      <ShowMore items={items} what={what}>
        {(shown) => (
          <ul className={styles.items}>
            {shown.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order, and items may repeat
              <li key={index}>{children(item)}</li>
            ))}
          </ul>
        )}
      </ShowMore>
    </details>
  )
}
