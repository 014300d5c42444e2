import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.js'
import { NumberCell, Table } from '../../ui/table.js'
import styles from './import.module.css'

export interface Counters {
  readonly create: number
  readonly update?: number
  readonly remove?: number
  readonly unchanged: number
}

export interface CountersRow {
  readonly key: string
  readonly name: ReactNode
  readonly counters: Counters
}

const COLUMNS = ['Create', 'Update', 'Remove', 'Unchanged']

/**
 * A table of how many objects of each kind the import creates, updates, removes and leaves unchanged. Zeros and the
 * numbers of unchanged objects have a muted color.
 */
export function CountersTable({ caption, rows }: { readonly caption: string; readonly rows: readonly CountersRow[] }) {
  return (
    <Table caption={caption} columns={['', ...COLUMNS]} numbers={COLUMNS}>
      {rows.map(({ key, name, counters }) => (
        <tr key={key}>
          <td>{name}</td>
          <Count of={counters.create} />
          <Count of={counters.update} />
          <Count of={counters.remove} isLoss />
          <NumberCell>
            <span className={styles.nothing}>{counters.unchanged}</span>
          </NumberCell>
        </tr>
      ))}
    </Table>
  )
}

/**
 * @param of the number; if it is `undefined`, the column does not apply to this kind of object, and the cell shows a
 * dash
 */
function Count({ of, isLoss = false }: { readonly of: number | undefined; readonly isLoss?: boolean }) {
  const look = of === undefined || of === 0 ? styles.nothing : classes(styles.some, isLoss && styles.loss)
  return (
    <NumberCell>
      <span className={look}>{of ?? '–'}</span>
    </NumberCell>
  )
}
