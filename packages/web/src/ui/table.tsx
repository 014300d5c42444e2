import type { CSSProperties, ReactNode } from 'react'
import styles from './table.module.css'

interface TableProps {
  /** The content, for screen readers. */
  readonly caption: string
  /** The headings of the columns; those in `numbers` are aligned right. */
  readonly columns: readonly string[]
  readonly numbers?: readonly string[]
  /** The rows: `<tr>` elements with a `<td>` per column. */
  readonly children: ReactNode
}

/** A dense table with headings. In a narrow frame its rows become blocks, each cell with its heading beside it. */
export function Table({ caption, columns, numbers = [], children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <section className={styles.frame} tabIndex={0} aria-label={caption}>
      <table className={styles.table} style={headingsOf(columns)}>
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

/** A cell for a number, aligned right. */
export function NumberCell({ children }: { readonly children: ReactNode }) {
  return <td className={styles.number}>{children}</td>
}

/** The headings as CSS custom properties, which cells show in a narrow frame. */
function headingsOf(columns: readonly string[]): CSSProperties {
  return Object.fromEntries(columns.map((column, index) => [`--heading-${index + 1}`, JSON.stringify(column)]))
}
