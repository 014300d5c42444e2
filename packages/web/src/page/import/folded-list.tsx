import type { ReactNode } from 'react'
import { ShowMore } from '../../ui/show-more.js'
import styles from './import.module.css'

/** Lists with more items start closed. */
const MANY = 10

interface FoldedListProps<Item> {
  readonly title: ReactNode
  /** What the items are, such as `warnings`. */
  readonly what: string
  readonly items: readonly Item[]
  /** Whether this is the only list; then it starts open. */
  readonly isOnly: boolean
  readonly children: (item: Item) => ReactNode
}

/** A collapsible list; its summary shows the number of items. */
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
