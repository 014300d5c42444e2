import type { CSSProperties, ReactNode } from 'react'
import styles from './table.module.css'

interface TableProps {
  /** The description of the table for screen readers. */
  readonly caption: string
  /** The headings of the columns. Columns whose headings are in `numbers` too are aligned right. */
  readonly columns: readonly string[]
  readonly numbers?: readonly string[]
  /** The rows of the table, which are `<tr>` elements with a `<td>` for each column. */
  readonly children: ReactNode
}

/**
 * A dense table with headings. In a narrow frame, each row becomes a block with one line per cell, and each line begins
 * with the heading of the column.
 */
export function Table({ caption, columns, numbers = [], children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <section className={styles.frame} tabIndex={0} aria-label={caption}>
      <table className={styles.table} style={buildHeadingStyles(columns)}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={numbers.includes(column) ? styles.number : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

/** A table cell for a number, aligned right. */
export function NumberCell({ children }: { readonly children: ReactNode }) {
  return <td className={styles.number}>{children}</td>
}

/**
 * Returns the headings as CSS custom properties. In a narrow frame, the style sheet shows them in front of the cells.
 */
function buildHeadingStyles(columns: readonly string[]): CSSProperties {
  return Object.fromEntries(columns.map((column, index) => [`--heading-${index + 1}`, JSON.stringify(column)]))
}
