import type { CSSProperties, ReactNode } from 'react'
import { ShowMore } from './show-more.js'
import styles from './table.module.css'

export interface Column<Item> {
  readonly heading: string
  /** Returns the content of the cell for an item. */
  readonly cell: (item: Item) => ReactNode
  /** Whether the cells contain numbers, which are aligned right. */
  readonly isNumber?: boolean
  readonly className?: string | undefined
}

interface TableProps<Item> {
  /** The description of the table for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Item>[]
  /** The items of the table, one for each row. */
  readonly items: readonly Item[]
  /** Returns a text that identifies an item. */
  readonly getKey: (item: Item) => string
  /** What the items are, such as `messages`, if there may be many: the table then shows the first ones, and a button. */
  readonly what?: string
}

/** A dense table, with a row for each item. */
export function Table<Item>({ caption, columns, items, getKey, what }: TableProps<Item>) {
  const show = (shown: readonly Item[]) => (
    <TableFrame caption={caption} columns={columns}>
      {shown.map((item) => (
        <tr key={getKey(item)}>
          {columns.map(({ heading, cell, isNumber, className }) => (
            <td key={heading} className={isNumber ? styles.number : className}>
              {cell(item)}
            </td>
          ))}
        </tr>
      ))}
    </TableFrame>
  )
  if (what === undefined) return show(items)
  return (
    <ShowMore items={items} what={what}>
      {show}
    </ShowMore>
  )
}

interface TableFrameProps {
  readonly caption: string
  readonly columns: readonly Pick<Column<never>, 'heading' | 'isNumber'>[]
  /** The rows of the table, which are `<tr>` elements with a `<td>` for each column. */
  readonly children: ReactNode
}

/**
 * The frame and the headings of a table. In a narrow frame, each row becomes a block with one line per cell, and each
 * line begins with the heading of the column.
 */
export function TableFrame({ caption, columns, children }: TableFrameProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <section className={styles.frame} tabIndex={0} aria-label={caption}>
      <table className={styles.table} style={buildHeadingStyles(columns)}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ heading, isNumber }) => (
              <th key={heading} scope="col" className={isNumber ? styles.number : undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

/**
 * Returns the headings as CSS custom properties. In a narrow frame, the style sheet shows them in front of the cells.
 */
function buildHeadingStyles(columns: TableFrameProps['columns']): CSSProperties {
  return Object.fromEntries(columns.map(({ heading }, index) => [`--heading-${index + 1}`, JSON.stringify(heading)]))
}
