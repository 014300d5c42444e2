import { Button, IconButton } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { useFaultText } from '../../ui/form-faults.js'
import styles from './action.module.css'
import type { ActionDraft } from './action-kinds.js'
import { useRows } from './use-rows.js'

/** The props of the inputs of one action. */
export interface ActionInputsProps {
  readonly action: ActionDraft
  /** The path of the action in the request, such as `actions[0]`. */
  readonly path: string
  readonly onChange: (changed: Partial<ActionDraft>) => void
}

/** The rows of a translation: single values, and ranges of numbers. */
export function TranslationRows({ action, path, onChange }: ActionInputsProps) {
  // A fault of one row is shown at the row.
  const fault = useFaultText(`${path}.values`, 'exact')
  const values = useRows(action.values, (next) => onChange({ values: next }))
  const ranges = useRows(action.ranges, (next) => onChange({ ranges: next }))
  return (
    <>
      <RowList
        label="Values"
        row="value"
        path={`${path}.values`}
        rows={values}
        columns={VALUE}
        className={styles.pair}
      />
      <RowList
        label="Ranges"
        row="range"
        path={`${path}.ranges`}
        rows={ranges}
        columns={RANGE}
        className={styles.range}
      />
      {fault !== undefined && <p className={styles.fault}>{fault}</p>}
      <div className={styles.bar}>
        <Button ref={values.add} icon="plus" onClick={() => values.append({ from: '', to: '' })}>
          Add a value
        </Button>
        <Button ref={ranges.add} icon="plus" onClick={() => ranges.append({ from: '', below: '', to: '' })}>
          Add a range
        </Button>
      </div>
    </>
  )
}

interface Column<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly inputMode?: 'decimal'
}

const VALUE: readonly Column<'from' | 'to'>[] = [
  { name: 'from', label: 'Value' },
  { name: 'to', label: 'becomes' },
]
const RANGE: readonly Column<'from' | 'below' | 'to'>[] = [
  { name: 'from', label: 'From', inputMode: 'decimal' },
  { name: 'below', label: 'to below', inputMode: 'decimal' },
  { name: 'to', label: 'becomes' },
]

interface RowListProps<Name extends string> {
  readonly label: string
  /** The name of a row, such as `value`. */
  readonly row: string
  readonly path: string
  readonly rows: ReturnType<typeof useRows<Readonly<Record<Name, string>>>>
  readonly columns: readonly Column<Name>[]
  readonly className: string | undefined
}

function RowList<Name extends string>({ label, row, path, rows, columns, className }: RowListProps<Name>) {
  if (rows.all.length === 0) return null
  return (
    <ul ref={rows.list} className={styles.rows} aria-label={label}>
      {rows.all.map((texts, index) => (
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
