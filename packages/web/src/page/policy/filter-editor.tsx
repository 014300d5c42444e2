import { ALERT_FIELD_NAMES, ALERT_FIELDS, type AlertFieldKind, LIMITS } from '@opsgraph/core/pure'
import { useId } from 'react'
import type { SentClause, SentFilter } from '../../api/schemas.js'
import { Button, IconButton } from '../../ui/button.js'
import { useFaults } from '../../ui/form-faults.js'
import { Section } from '../../ui/page.js'
import { Segments } from '../../ui/segments.js'
import shared from '../../ui/shared.module.css'
import { ClauseRow, type FilterSubject, formatClauseNumber } from './clause-row.js'
import styles from './policy.module.css'
import { useRows } from './row-list.js'
import { isClause } from './sent-filter.js'

interface FilterEditorProps {
  /** The title of the filter editor. */
  readonly label: string
  /** The path of the filter in the request, such as `filters`. */
  readonly path: string
  readonly filter: SentFilter
  readonly onChange: (filter: SentFilter) => void
  /** What the filter compares. Default: alerts, so that the editor proposes their fields, and warns of other keys. */
  readonly subject?: FilterSubject
  /** The text to show if the filter has no clauses. */
  readonly emptyMeans?: string
}

const NEW_CLAUSE: SentClause = { key: '', op: '=', value: '' }

/** Edits a filter, which consists of clauses and groups of clauses (docs/filters-and-policies.md). */
export function FilterEditor(props: FilterEditorProps) {
  const { label, path, filter, onChange, subject = 'alerts', emptyMeans = 'Every alert matches.' } = props
  const fields = useId()
  return (
    <Section title={label}>
      <Group filter={filter} path={path} depth={1} fields={fields} {...{ subject, onChange, emptyMeans }} />
      <datalist id={fields}>
        {subject === 'alerts' && FIELDS.map((field) => <option key={field} value={field} />)}
      </datalist>
    </Section>
  )
}

/**
 * For each kind of alert fields, whether filters often compare such fields. The editor proposes only these fields. The
 * compiler reports a kind that is missing here.
 */
const IS_COMPARED: Readonly<Record<AlertFieldKind, boolean>> = {
  ...{ requiredName: true, name: true, reference: true, severity: true, status: true },
  ...{ text: true, value: true, texts: true, names: true },
  ...{ object: false, json: false, seconds: false, time: false },
}
/** The field names to propose. After `attributes.`, the user types the name of an attribute. */
const FIELDS = [...ALERT_FIELD_NAMES.filter((name) => IS_COMPARED[ALERT_FIELDS[name].kind]), 'attributes.']

interface GroupProps extends Pick<FilterEditorProps, 'filter' | 'path' | 'onChange'> {
  readonly subject: FilterSubject
  readonly depth: number
  /** The element id of the `datalist` with the field names to propose. */
  readonly fields: string
  readonly emptyMeans: string
  readonly onRemove?: () => void
}

function Group({ filter, path, subject, depth, fields, onChange, onRemove, emptyMeans }: GroupProps) {
  const { operator = 'AND', clauses = [] } = filter
  const faults = [...useFaults(path, 'exact'), ...useFaults(`${path}.operator`)]
  const rows = useRows(clauses, (next) => onChange({ ...filter, clauses: next }))
  const name = depth === 1 ? 'the filter' : `group ${formatClauseNumber(path)}`
  return (
    <fieldset className={styles.group}>
      <legend className="unseen">{name}</legend>
      {clauses.length > 1 && (
        <Segments
          label={`Combine the clauses of ${name}`}
          value={operator}
          options={OPERATORS}
          onChange={(next) => onChange({ ...filter, operator: next })}
        />
      )}
      {clauses.length === 0 && <p className={shared.muted}>{emptyMeans}</p>}
      {clauses.length > 0 && (
        <ol ref={rows.list} className={styles.clauses}>
          {clauses.map((part, index) => {
            const own = {
              path: `${path}.clauses[${index}]`,
              subject,
              fields,
              onRemove: () => rows.remove(index),
              onChange: (next: SentClause | SentFilter) => rows.replace(index, next),
            }
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a clause has no id, only an index
              <li key={index}>
                {isClause(part) ? (
                  <ClauseRow clause={part} {...own} />
                ) : (
                  <Group filter={part} depth={depth + 1} emptyMeans="Every alert matches." {...own} />
                )}
              </li>
            )
          })}
        </ol>
      )}
      <div className={shared.bar}>
        <Button ref={rows.add} icon="plus" onClick={() => rows.append(NEW_CLAUSE)}>
          Add a clause
        </Button>
        {depth < LIMITS.filterDepth && (
          <Button onClick={() => rows.append({ operator: operator === 'AND' ? 'OR' : 'AND', clauses: [NEW_CLAUSE] })}>
            Add a group
          </Button>
        )}
        {onRemove !== undefined && <IconButton icon="trash" label={`Remove ${name}`} onClick={onRemove} />}
      </div>
      {faults.map(({ message }) => (
        <p key={message} className={shared.fault}>
          {message}
        </p>
      ))}
    </fieldset>
  )
}

const OPERATORS = [
  { value: 'AND', label: 'all of these', title: 'AND' },
  { value: 'OR', label: 'any of these', title: 'OR' },
] as const
