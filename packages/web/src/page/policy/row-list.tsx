import { IconButton } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import styles from './action.module.css'
import type { useRows } from './use-rows.js'

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
