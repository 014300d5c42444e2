import { Button, IconButton } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { useFaultText } from '../../ui/form-faults.js'
import styles from './action.module.css'
import type { ActionInputsProps } from './action-draft.js'
import { FieldPicker } from './field-picker.js'
import { useRows } from './use-rows.js'

/** The inputs of a translation: single values, ranges of numbers, and what all other values become. */
export function TranslateInputs({ action, path, onChange }: ActionInputsProps) {
  const { field, values, ranges, otherwise } = action
  // A fault of one row is shown at the row.
  const fault = useFaultText(`${path}.values`, 'exact')
  const valueRows = useRows(values, (next) => onChange({ values: next }))
  const rangeRows = useRows(ranges, (next) => onChange({ ranges: next }))
  return (
    <>
      <div className={styles.inputs}>
        <FieldPicker
          label="Field"
          field={field}
          path={`${path}.translate`}
          onChange={(next) => onChange({ field: next })}
        />
        <TextField
          label="All other values become"
          value={otherwise}
          onValueChange={(next) => onChange({ otherwise: next })}
          hint="If this is empty, they stay as they are."
          path={`${path}.otherwise`}
        />
      </div>
      {values.length > 0 && (
        <ul ref={valueRows.list} className={styles.rows} aria-label="Values">
          {values.map((row, index) => {
            const set = (changed: Partial<typeof row>) =>
              onChange({ values: values.with(index, { ...row, ...changed }) })
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, only an index
              <li key={index}>
                <fieldset className={styles.pair} aria-label={`Value ${index + 1}`}>
                  <TextField
                    label="Value"
                    value={row.from}
                    onValueChange={(from) => set({ from })}
                    path={`${path}.values[${index}].from`}
                  />
                  <TextField
                    label="becomes"
                    value={row.to}
                    onValueChange={(to) => set({ to })}
                    path={`${path}.values[${index}].to`}
                  />
                  <IconButton
                    className={styles.remove}
                    icon="trash"
                    label={`Remove value ${index + 1}`}
                    onClick={() => valueRows.remove(index)}
                  />
                </fieldset>
              </li>
            )
          })}
        </ul>
      )}
      {ranges.length > 0 && (
        <ul ref={rangeRows.list} className={styles.rows} aria-label="Ranges">
          {ranges.map((row, index) => {
            const set = (changed: Partial<typeof row>) =>
              onChange({ ranges: ranges.with(index, { ...row, ...changed }) })
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, only an index
              <li key={index}>
                <fieldset className={styles.range} aria-label={`Range ${index + 1}`}>
                  <TextField
                    label="From"
                    inputMode="decimal"
                    value={row.from}
                    onValueChange={(from) => set({ from })}
                    path={`${path}.ranges[${index}].from`}
                  />
                  <TextField
                    label="to below"
                    inputMode="decimal"
                    value={row.below}
                    onValueChange={(below) => set({ below })}
                    path={`${path}.ranges[${index}].below`}
                  />
                  <TextField
                    label="becomes"
                    value={row.to}
                    onValueChange={(to) => set({ to })}
                    path={`${path}.ranges[${index}].to`}
                  />
                  <IconButton
                    className={styles.remove}
                    icon="trash"
                    label={`Remove range ${index + 1}`}
                    onClick={() => rangeRows.remove(index)}
                  />
                </fieldset>
              </li>
            )
          })}
        </ul>
      )}
      {fault !== undefined && <p className={styles.fault}>{fault}</p>}
      <div className={styles.bar}>
        <Button ref={valueRows.add} icon="plus" onClick={() => onChange({ values: [...values, { from: '', to: '' }] })}>
          Add a value
        </Button>
        <Button
          ref={rangeRows.add}
          icon="plus"
          onClick={() => onChange({ ranges: [...ranges, { from: '', below: '', to: '' }] })}
        >
          Add a range
        </Button>
      </div>
    </>
  )
}
