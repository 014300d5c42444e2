import type { Change } from '@opsgraph/core'
import type { ReactNode } from 'react'
import type { ApiIssue } from '../../api/api-error.js'
import { ChangeList } from './change-list.js'
import { type CountersRow, CountersTable } from './counters-table.js'
import styles from './import.module.css'
import { Issues } from './refusal.js'
import { type Remark, RemarkGroups } from './remark-groups.js'

interface PlanReportProps {
  readonly issues: readonly ApiIssue[]
  readonly rows: readonly CountersRow[]
  readonly listed: { readonly changes?: readonly Change[]; readonly changesTotal?: number }
  readonly warnings: readonly Remark[]
  /** A text that explains the warnings. */
  readonly hint?: string
  /** Notes about changes that the counters do not include. */
  readonly children?: ReactNode
}

/** Shows the plan or the result of an import: its counters, changes and warnings. */
export function PlanReport({ issues, rows, listed, warnings, hint, children }: PlanReportProps) {
  const { changes = [], changesTotal = 0 } = listed
  return (
    <>
      {issues.length > 0 && <Issues issues={issues} />}
      <CountersTable caption="What changes" rows={rows} />
      {children}
      <ChangeList changes={changes} total={changesTotal} />
      {warnings.length > 0 && (
        <div className={styles.remarks}>
          <h3>
            {warnings.length} {warnings.length === 1 ? 'warning' : 'warnings'}
          </h3>
          {hint && <p className={styles.hint}>{hint}</p>}
          <RemarkGroups what="warnings" remarks={warnings} />
        </div>
      )}
    </>
  )
}
