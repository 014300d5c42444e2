import { CLAUSE_OPERATORS, itemsOf, keyWarning } from '@opsgraph/core/pure'
import { useState } from 'react'
import type { SentClause } from '../../api/schemas.js'
import { IconButton } from '../../ui/button.js'
import { SelectField, TextArea, TextField, toOptions } from '../../ui/field.js'
import { useFaultText } from '../../ui/form-faults.js'
import styles from './policy.module.css'

/** What a filter compares. Payloads may have any key. */
export type FilterSubject = 'alerts' | 'payloads'

interface ClauseRowProps {
  readonly clause: SentClause
  /** The path of the clause in the request, such as `filters.clauses[0]`. */
  readonly path: string
  readonly subject: FilterSubject
  /** The element id of the `datalist` with the field names to propose. */
  readonly fields: string
  readonly onChange: (clause: SentClause) => void
  readonly onRemove: () => void
}

const OPERATORS = toOptions(CLAUSE_OPERATORS)

/**
 * The form fields of one clause. The form sends every value as text, even a number. This does not change which alerts
 * match, because the server compares a text such as `1.5` as a number.
 */
export function ClauseRow({ clause, path, subject, fields, onChange, onRemove }: ClauseRowProps) {
  const { key, op, value } = clause
  const ofClause = useFaultText(path, 'exact')
  // The text of the list while the user edits it. It may end with a new empty line.
  const [lines, setLines] = useState<string>()
  // A key is not checked while the user types it.
  const [isTyping, setTyping] = useState(false)
  const isChecked = subject === 'alerts' && key !== '' && !isTyping
  const name = `clause ${formatClauseNumber(path)}`
  return (
    <fieldset className={styles.clause} aria-label={name}>
      <TextField
        label="Field"
        list={fields}
        value={key}
        onValueChange={(next) => {
          setTyping(true)
          onChange({ ...clause, key: next })
        }}
        onBlur={() => setTyping(false)}
        hint={isChecked ? keyWarning(key) : undefined}
        error={ofClause}
        path={`${path}.key`}
      />
      <SelectField
        label="Operator"
        value={op}
        options={OPERATORS}
        onValueChange={(next) => {
          setLines(undefined)
          onChange(changeOperator(clause, next))
        }}
        path={`${path}.op`}
      />
      {takesList(op) && Array.isArray(value) ? (
        <TextArea
          label="Values, one per line"
          rows={Math.min(6, Math.max(2, value.length))}
          value={lines ?? value.join('\n')}
          onValueChange={(text) => {
            setLines(text)
            onChange({ ...clause, value: readItems(text, value) })
          }}
          onBlur={() => setLines(undefined)}
          path={`${path}.value`}
        />
      ) : (
        <TextField
          label="Value"
          value={String(value)}
          onValueChange={(next) => onChange({ ...clause, value: next })}
          hint={HINTS[op]}
          path={`${path}.value`}
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

/** Whether the value of a clause with this operator is a list. */
function takesList(op: SentClause['op']): boolean {
  return op === 'IN' || op === 'NOT IN'
}

/**
 * Returns the clause with another operator. Its value becomes a list if the operator needs one, and otherwise a text.
 * Even a number becomes a text, because `LIKE` and `~` take no number, and the other operators compare a text such as
 * `1.5` as a number.
 */
export function changeOperator(clause: SentClause, op: SentClause['op']): SentClause {
  const { value } = clause
  if (takesList(op)) return { ...clause, op, value: Array.isArray(value) ? value : itemsOf(String(value)) }
  return { ...clause, op, value: Array.isArray(value) ? value.join(', ') : String(value) }
}

/**
 * Reads a list with one item per line. An empty line is an item only if the list had an empty item before. Otherwise
 * the user has only begun a new line.
 */
export function readItems(text: string, before: readonly unknown[]): readonly string[] {
  const lines = text.split('\n')
  return before.includes('') ? lines : lines.filter((line) => line !== '')
}

/** Returns the number of a clause or a group: for the path `filters.clauses[0].clauses[1]`, it is 1.2. */
export function formatClauseNumber(path: string): string {
  const indexes = path.match(/\d+/g) ?? []
  return indexes.map((index) => Number(index) + 1).join('.')
}
