import { Button } from '../../ui/button.js'
import { useFaultText } from '../../ui/form-faults.js'
import shared from '../../ui/shared.module.css'
import styles from './action.module.css'
import type { ActionDraft } from './action-kinds.js'
import { type Column, RowList, useRows } from './row-list.js'

/** The props of the inputs of one action. */
export interface ActionInputsProps {
  readonly action: ActionDraft
  /** The path of the action in the request, such as `actions[0]`. */
  readonly path: string
  readonly onChange: (changed: Partial<ActionDraft>) => void
}

/** The rows of a translation: single values, and ranges of numbers. */
export function TranslationRows({ action, path, onChange }: ActionInputsProps) {
  // This fault concerns the list. A fault of one row is shown at the row.
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
      {fault !== undefined && <p className={shared.fault}>{fault}</p>}
      <div className={shared.bar}>
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

const VALUE: readonly Column<'from' | 'to'>[] = [
  { name: 'from', label: 'Value' },
  { name: 'to', label: 'becomes' },
]
const RANGE: readonly Column<'from' | 'below' | 'to'>[] = [
  { name: 'from', label: 'From', inputMode: 'decimal' },
  { name: 'below', label: 'to below', inputMode: 'decimal' },
  { name: 'to', label: 'becomes' },
]
