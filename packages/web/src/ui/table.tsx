import type { CSSProperties, ReactNode } from 'react'
import styles from './table.module.css'

interface TableProps {
  /** What it lists, for those who do not see it. */
  readonly caption: string
  /** Headings, by column; one in `numbers` stands right. */
  readonly columns: readonly string[]
  readonly numbers?: readonly string[]
  /** The rows: `<tr>`s with a `<td>` per column. */
  readonly children: ReactNode
}

/** A dense list with headings. Where there is little room its rows become blocks, each cell with its heading beside it. */
export function Table({ caption, columns, numbers = [], children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
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

/** A cell whose digits stand below each other. */
export function NumberCell({ children }: { readonly children: ReactNode }) {
  return <td className={styles.number}>{children}</td>
}

/** The headings as the style sheet knows them: a narrow cell shows its own. */
function headingsOf(columns: readonly string[]): CSSProperties {
  return Object.fromEntries(columns.map((column, index) => [`--heading-${index + 1}`, JSON.stringify(column)]))
}
