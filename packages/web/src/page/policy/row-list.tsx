import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import styles from './action.module.css'

export interface Column<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly inputMode?: 'decimal' | 'url'
}

interface RowListProps<Name extends string> {
  readonly label: string
  /** The noun for one row, such as `value`. */
  readonly row: string
  readonly path: string
  readonly rows: ReturnType<typeof useRows<Readonly<Record<Name, string>>>>
  readonly columns: readonly Column<Name>[]
  readonly className: string | undefined
}

/** Rows of texts, with a field for each column, and a button that removes the row. */
export function RowList<Name extends string>({ label, row, path, rows, columns, className }: RowListProps<Name>) {
  if (rows.items.length === 0) return null
  return (
    <ul ref={rows.list} className={styles.rows} aria-label={label}>
      {rows.items.map((texts, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, only an index
        <li key={index}>
          <fieldset className={className} aria-label={`${label.slice(0, -1)} ${index + 1}`}>
            {columns.map(({ name, ...column }) => (
              <TextField
                key={name}
                {...column}
                value={texts[name]}
                onValueChange={(text) => rows.replace(index, { ...texts, [name]: text })}
                path={`${path}[${index}].${name}`}
              />
            ))}
            <IconButton
              className={styles.remove}
              icon="trash"
              label={`Remove ${row} ${index + 1}`}
              onClick={() => rows.remove(index)}
            />
          </fieldset>
        </li>
      ))}
    </ul>
  )
}

/** A button of a row, by its row and by an attribute selector of its label. */
interface RowButton {
  readonly row: number
  readonly label: string
}

const UP = '$=" up"'
const DOWN = '$=" down"'
const REMOVE = '^="Remove "'

/**
 * Changes the rows of a list. When a row is moved or removed, the browser may take the focus away from the button that
 * the user pressed. The focus then goes to the button with which the user most likely continues:
 *
 * - after a move, to the same button of the moved row. If the row is now the first or the last one, this button is
 *   disabled, and the focus goes to the button for the other direction.
 * - after a removal, to the button that removes the next row; if there is no next row, the row before; if no row is
 *   left, to the button that adds a row.
 *
 * @returns `items`, the rows; `list`, the ref of the list element; `add`, the ref of the button that adds a row; and
 * the functions that change the rows
 */
export function useRows<Row>(rows: readonly Row[], onChange: (rows: readonly Row[]) => void) {
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  /** After the next change, the first of these buttons that is enabled gets the focus. */
  const candidates = useRef<readonly RowButton[]>([])
  useLayoutEffect(() => {
    if (candidates.current.length === 0) return
    const buttons = candidates.current.flatMap(({ row, label }) => {
      const selector = `:scope > :nth-child(${row + 1}) button[aria-label${label}]:enabled`
      return list.current?.querySelector<HTMLButtonElement>(selector) ?? []
    })
    candidates.current = []
    ;(buttons[0] ?? add.current)?.focus()
  })
  const move = (row: number, by: -1 | 1) => {
    const moved = rows[row]
    if (moved === undefined) return
    const labels = by === 1 ? [DOWN, UP] : [UP, DOWN]
    candidates.current = labels.map((label) => ({ row: row + by, label }))
    onChange(rows.toSpliced(row, 1).toSpliced(row + by, 0, moved))
  }
  const remove = (row: number) => {
    candidates.current = [row, row - 1].map((next) => ({ row: next, label: REMOVE }))
    onChange(rows.toSpliced(row, 1))
  }
  const replace = (row: number, by: Row) => onChange(rows.with(row, by))
  const append = (row: Row) => onChange([...rows, row])
  return { items: rows, list, add, move, remove, replace, append }
}
