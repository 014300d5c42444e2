import { CMDB_OPTIONS } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import { joinClasses } from '../../ui/join-classes.js'
import { Notice } from '../../ui/message.js'
import shared from '../../ui/shared.module.css'
import { type Column, Table } from '../../ui/table.js'
import { type ColumnChoices, type FileColumn, isComplete } from './column-choices.js'
import styles from './columns.module.css'

interface ColumnsProps {
  readonly columns: readonly FileColumn[]
  readonly choices: ColumnChoices
  readonly isLocked: boolean
  readonly onChoose: (name: string, field: string) => void
}

/**
 * Shows the columns of the chosen file with their first values. The user chooses which field each column stands for. If
 * the file can be imported without such choices, the table is closed at first.
 */
export function Columns({ columns, choices, isLocked, onChoose }: ColumnsProps) {
  if (columns.length === 0) return null
  const isNeeded = !isComplete(columns)
  const resource = columns.find(({ name }) => choices.get(name) === 'resource')
  const isGuessed = columns.some(
    ({ name, field, meant }) => field === '' && meant !== '' && choices.get(name) === meant,
  )
  const choice: Column<FileColumn> = {
    heading: 'Stands for',
    cell: (column) => (
      <Choice
        column={column}
        chosen={choices.get(column.name) ?? ''}
        isLocked={isLocked}
        onChoose={(field) => onChoose(column.name, field)}
      />
    ),
  }
  const table = (
    <Table
      caption="Columns of the file"
      items={columns}
      what="columns"
      getKey={({ name }) => name}
      columns={[...COLUMNS, choice]}
    />
  )
  return (
    <section className={styles.columns} aria-label="Columns">
      {isNeeded ? (
        <>
          <Notice tone={resource === undefined ? 'warning' : 'plain'}>
            No column of the file has the name <code>resource</code>.{' '}
            {resource === undefined
              ? 'Choose the column that names the resource of a record.'
              : `${visibleText(resource.name)} stands for it.`}
            {isGuessed && ' Columns with similar names are chosen: check them.'}
          </Notice>
          {table}
        </>
      ) : (
        <details className={styles.details}>
          <summary>What the columns of the file stand for</summary>
          {table}
        </details>
      )}
    </section>
  )
}

const COLUMNS: readonly Column<FileColumn>[] = [
  { heading: 'Column', className: styles.name, cell: ({ name }) => visibleText(name) },
  {
    heading: 'First values',
    className: styles.samples,
    cell: ({ samples }) => samples.map(visibleText).join(', ') || '–',
  },
]

interface ChoiceProps {
  readonly column: FileColumn
  readonly chosen: string
  readonly isLocked: boolean
  readonly onChoose: (field: string) => void
}

function Choice({ column, chosen, isLocked, onChoose }: ChoiceProps) {
  const { name, field, attribute, isMappable } = column
  const isOther = field !== '' && !FIELDS.some(({ value }) => value === field)
  return (
    <>
      <select
        className={joinClasses(styles.choice, chosen === '' && styles.ignored)}
        aria-label={`Column ${name} stands for`}
        value={chosen}
        disabled={isLocked || !isMappable}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">Ignore</option>
        {isOther && <option value={field}>{field === 'attributes' ? 'All attributes' : `Attribute: ${field}`}</option>}
        {FIELDS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {!isOther && <option value={attribute}>Attribute</option>}
      </select>
      {!isMappable && (
        <p className={shared.muted}>This name has a comma after a colon. To use it, rename the column.</p>
      )}
    </>
  )
}

const LABELS: Readonly<Record<(typeof CMDB_OPTIONS.map)[number], string>> = {
  resource: 'Resource',
  environment: 'Environment',
  parent: 'Parent: is hurt when the resource fails',
  parents: 'Parents: several, separated by |',
  services: 'Services: several, separated by ; or |',
  service: 'Service',
  type: 'Type',
}

const FIELDS = CMDB_OPTIONS.map.map((value) => ({ value, label: LABELS[value] }))
