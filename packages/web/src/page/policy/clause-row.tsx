import { CLAUSE_OPERATORS } from '@opsgraph/core/pure'
import { useState } from 'react'
import type { Fault } from '../../api/faults.js'
import { IconButton } from '../../ui/button.js'
import { SelectField } from '../../ui/select-field.js'
import { TextArea } from '../../ui/text-area.js'
import { TextField } from '../../ui/text-field.js'
import { itemsOfLines, takesList, withOperator } from './clause-value.js'
import { placeOf } from './place-of.js'
import styles from './policy.module.css'
import type { SentClause } from './sent-filter.js'
import { withoutPath } from './without-path.js'

interface ClauseRowProps {
  readonly clause: SentClause
  /**
   * The path of the clause in the request, such as `filters.clauses[0]`. The path of each fault of the clause begins
   * with this path.
   */
  readonly path: string
  /** The element id of the `datalist` with the field names to propose. */
  readonly fields: string
  readonly fault: Fault | undefined
  readonly onChange: (clause: SentClause) => void
  readonly onRemove: () => void
}

const OPERATORS = CLAUSE_OPERATORS.map((op) => ({ value: op, label: op }))

/**
 * The form fields of one clause. The form sends every value as text, even a number. This does not change which alerts
 * match, because the server compares a text such as `1.5` as a number.
 */
export function ClauseRow({ clause, path, fields, fault, onChange, onRemove }: ClauseRowProps) {
  const { key, op, value } = clause
  const at = (part: string) => (fault?.path.startsWith(`${path}.${part}`) ? withoutPath(fault) : undefined)
  const ofClause = fault?.path === path ? withoutPath(fault) : undefined
  // The lines while the user edits them, with the empty line that the user has just begun.
  const [lines, setLines] = useState<string>()
  const name = `clause ${placeOf(path)}`
  return (
    <fieldset className={styles.clause} aria-label={name}>
      <TextField
        label="Field"
        list={fields}
        value={key}
        onValueChange={(next) => onChange({ ...clause, key: next })}
        error={at('key') ?? ofClause}
      />
      <SelectField
        label="Operator"
        value={op}
        options={OPERATORS}
        onValueChange={(next) => {
          setLines(undefined)
          onChange(withOperator(clause, next))
        }}
        error={at('op')}
      />
      {takesList(op) && Array.isArray(value) ? (
        <TextArea
          label="Values, one per line"
          rows={Math.min(6, Math.max(2, value.length))}
          value={lines ?? value.join('\n')}
          onValueChange={(text) => {
            setLines(text)
            onChange({ ...clause, value: itemsOfLines(text, value) })
          }}
          onBlur={() => setLines(undefined)}
          error={at('value')}
        />
      ) : (
        <TextField
          label="Value"
          value={String(value)}
          onValueChange={(next) => onChange({ ...clause, value: next })}
          hint={HINTS[op]}
          error={at('value')}
        />
      )}
      <IconButton className={styles.remove} icon="trash" label={`Remove ${name}`} onClick={onRemove} />
    </fieldset>
  )
}

const HINTS: Readonly<Partial<Record<SentClause['op'], string>>> = {
  LIKE: '% is any text, _ one character',
  'NOT LIKE': '% is any text, _ one character',
  '~': 'RE2, matches anywhere in the text',
  '!~': 'RE2, matches anywhere in the text',
  IN: 'Separate values with commas',
  'NOT IN': 'Separate values with commas',
}
