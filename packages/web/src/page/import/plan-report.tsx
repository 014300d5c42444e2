import type { Change } from '@opsgraph/core'
import { groupBy } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ApiIssue } from '../../api/api-error.js'
import { joinClasses } from '../../ui/join-classes.js'
import { buildPath } from '../../ui/page-links.js'
import shared from '../../ui/shared.module.css'
import { type Column, Table } from '../../ui/table.js'
import { ChangeList, FoldedList } from './change-list.js'
import styles from './import.module.css'
import { type CountersRow, countRemovals, sumRemovals } from './import-report.js'
import { Removals } from './removals.js'

interface PlanReportProps {
  readonly issues: readonly ApiIssue[]
  readonly rows: readonly CountersRow[]
  readonly listed: { readonly changes?: readonly Change[]; readonly changesTotal?: number }
  /** Why the import would be refused without a confirmation. */
  readonly guard?: string | undefined
  readonly warnings: readonly Remark[]
  /** A text that explains the warnings. */
  readonly hint?: string
  /** Notes about changes that the counters do not include. */
  readonly children?: ReactNode
}

const COLUMNS: readonly Column<CountersRow>[] = [
  { heading: '', cell: ({ name }) => name },
  { heading: 'Create', isNumber: true, cell: ({ counters }) => <Count of={counters.create} /> },
  { heading: 'Update', isNumber: true, cell: ({ counters }) => <Count of={counters.update} /> },
  { heading: 'Remove', isNumber: true, cell: ({ counters }) => <Count of={counters.remove} isLoss /> },
  {
    heading: 'Unchanged',
    isNumber: true,
    cell: ({ counters }) => <span className={styles.nothing}>{counters.unchanged}</span>,
  },
]

/**
 * Shows the plan or the result of an import: what it removes, its counters, its other changes and its warnings. Zeros
 * and the numbers of unchanged objects have a muted color.
 */
export function PlanReport({ issues, rows, listed, guard, warnings, hint, children }: PlanReportProps) {
  const { changes = [], changesTotal = 0 } = listed
  const counts = countRemovals(rows)
  return (
    <>
      <Remarks what="error" remarks={issues} />
      <Removals counts={counts} changes={changes} guard={guard} />
      <Table caption="What changes" items={rows} getKey={({ key }) => key} columns={COLUMNS} />
      {children}
      <ChangeList changes={changes} total={changesTotal} removed={sumRemovals(counts)} />
      <Remarks what="warning" remarks={warnings} hint={hint} />
    </>
  )
}

/**
 * @param of the number; if it is `undefined`, the column does not apply to this kind of object, and the cell shows a
 * dash
 */
function Count({ of, isLoss = false }: { readonly of: number | undefined; readonly isLoss?: boolean }) {
  const look = of === undefined || of === 0 ? styles.nothing : joinClasses(shared.strong, isLoss && shared.bad)
  return <span className={look}>{of ?? '–'}</span>
}

interface TopologyNameProps {
  readonly service: string
  readonly action: 'create' | 'update'
  /** The id of the topology; `null` if the topology does not exist yet. */
  readonly id: string | null
  /** What the row counts, such as `nodes`. */
  readonly part: string
}

/** The name of a topology in a table of counters. If the topology exists, the name links to it. */
export function TopologyName({ service, action, id, part }: TopologyNameProps) {
  const name = visibleText(service)
  return (
    <>
      Topology {id === null ? name : <Link to={buildPath('topologies', id)}>{name}</Link>}{' '}
      <span className={shared.tag}>{action}</span> {part}
    </>
  )
}

/** A message about a location in a file, such as an issue or a warning. */
interface Remark {
  readonly code: string
  /** A path such as `records[3].parent`; `''` for a message about the whole file. */
  readonly path: string
  readonly message: string
}

interface RemarksProps {
  readonly what: 'error' | 'warning'
  readonly remarks: readonly Remark[]
  /** A text that explains the remarks. */
  readonly hint?: string | undefined
}

/** A list of remarks, grouped by code. The largest group comes last. */
export function Remarks({ what, remarks, hint }: RemarksProps) {
  if (remarks.length === 0) return null
  const groups = groupBy(remarks, ({ code }) => code)
  const bySize = [...groups].sort(([, left], [, right]) => left.length - right.length)
  return (
    <div className={styles.remarks}>
      <h3>
        {remarks.length} {remarks.length === 1 ? what : `${what}s`}
      </h3>
      {hint && <p className={shared.muted}>{hint}</p>}
      {bySize.map(([code, group]) => (
        <FoldedList key={code} title={<code>{code}</code>} what={`${what}s`} items={group} isOnly={groups.size === 1}>
          {({ path, message }) => (
            <>
              {path !== '' && <code>{path}</code>}
              <span>{message}</span>
            </>
          )}
        </FoldedList>
      ))}
    </div>
  )
}
