import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError, type ApiIssue, removeIssues } from '../../api/api-error.js'
import type { CmdbReport, TopologyReport } from '../../api/import.js'
import { Failure, Notice } from '../../ui/message.js'
import shared from '../../ui/shared.module.css'
import { ApplyButton, type RemovalQuestion } from './apply-button.js'
import styles from './import.module.css'
import { type CountersRow, countRemovals } from './import-report.js'
import { Remarks } from './plan-report.js'
import type { Outcome, Plan } from './use-import.js'

type AnyReport = CmdbReport | TopologyReport

/** The functions with which the form of an import shows its reports. */
export interface ReportView<Report> {
  /** Returns the issues of a plan. A plan with issues cannot be applied. */
  readonly listIssues: (report: Report) => readonly ApiIssue[]
  readonly buildRows: (report: Report) => readonly CountersRow[]
  /** Returns the question to ask before the plan is applied; `undefined` = none. */
  readonly findQuestion?: (report: Report) => RemovalQuestion | undefined
  readonly show: (report: Report, file: File) => ReactNode
  /**
   * Returns whether an import did what its plan said. Absent if the server itself refuses imports that differ from
   * their plans.
   */
  readonly isAsPlanned?: (planned: Report, done: Report) => boolean
  /** Returns the buttons for a plan, or for an import that has applied the plan. */
  readonly tools?: (planned: Report, done: Report | undefined, file: File) => ReactNode
}

interface ImportOutcomeProps<Report> {
  readonly plan: Plan<object, Report>
  readonly applied: readonly Outcome<Report>[] | undefined
  readonly isBusy: boolean
  readonly onApply: (isConfirmed: boolean) => void
  readonly view: ReportView<Report>
}

/**
 * Shows the plan of each file, and a button that applies all plans. After the import, shows the result of each file
 * instead.
 */
export function ImportOutcome<Report extends AnyReport>(props: ImportOutcomeProps<Report>) {
  const { plan, applied, isBusy, onApply, view } = props
  const reports = plan.outcomes.flatMap(({ report }) => report ?? [])
  const isFine =
    reports.length === plan.outcomes.length && reports.every((report) => view.listIssues(report).length === 0)
  const outcomes = applied ?? plan.outcomes
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading of a new plan or result gets the focus
  useEffect(() => heading.current?.focus(), [plan, applied])
  return (
    <section className={styles.outcome} aria-label={applied === undefined ? 'Plan' : 'Result'}>
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {applied === undefined ? 'Plan' : 'Result'}
        </h2>
        <p role="status" className={shared.muted}>
          {applied === undefined ? describePlan(isFine, plan.outcomes.length) : describeResult(applied)}
        </p>
        {applied === undefined && (
          <ApplyButton
            {...{ isFine, isBusy, onApply }}
            removed={countRemovals(reports.flatMap(view.buildRows))}
            question={reports.map((report) => view.findQuestion?.(report)).find((question) => question !== undefined)}
          />
        )}
      </header>
      {applied === undefined && plan.renewedBecause !== undefined && (
        <Notice tone="warning">
          The data has changed since you saw the plan, so nothing was written ({plan.renewedBecause}). This is the new
          plan: look at it before you apply it.
        </Notice>
      )}
      {outcomes.map((outcome, index) => (
        <FileOutcome
          key={outcome.file.name}
          view={view}
          planned={plan.outcomes[index]?.report}
          outcome={outcome}
          isApplied={applied !== undefined}
          hasTitle={outcomes.length > 1}
        />
      ))}
    </section>
  )
}

interface FileOutcomeProps<Report> extends Pick<ImportOutcomeProps<Report>, 'view'> {
  /** The report of the plan; `undefined` if the file could not be planned. */
  readonly planned: Report | undefined
  readonly outcome: Outcome<Report>
  /** Whether `outcome` is the outcome of the import, and not of the plan. */
  readonly isApplied: boolean
  readonly hasTitle: boolean
}

/** Shows the plan or the result of one file, and the buttons for it. */
function FileOutcome<Report>({ view, planned, outcome, isApplied, hasTitle }: FileOutcomeProps<Report>) {
  const { file, report, error } = outcome
  const done = isApplied ? report : undefined
  const hasTools = planned !== undefined && report !== undefined
  const isDifferent = planned !== undefined && done !== undefined && view.isAsPlanned?.(planned, done) === false
  return (
    <section className={styles.fileOutcome} aria-label={file.name}>
      {hasTitle && <h3>{file.name}</h3>}
      {error && <Refusal error={error} file={file} isPlan={!isApplied} />}
      {isDifferent && (
        <Notice tone="warning">
          The result differs from the plan, because the data on the server has changed since. The result is below.
        </Notice>
      )}
      {hasTools && view.tools?.(planned, done, file)}
      {report && view.show(report, file)}
      {report === undefined && error === undefined && (
        <p className={shared.muted}>Not sent: a file before it was refused, or the import was canceled.</p>
      )}
    </section>
  )
}

function describePlan(isFine: boolean, count: number): string {
  if (!isFine) return 'The plan has errors and cannot be applied.'
  const files = count > 1 ? ' The files are imported one after the other, each completely or not at all.' : ''
  return `Nothing is written yet.${files}`
}

function describeResult(applied: readonly Outcome<unknown>[]): string {
  const done = applied.filter(({ report }) => report !== undefined).length
  if (done === applied.length) return 'Applied.'
  return done === 0 ? 'Not applied.' : `${done} of ${applied.length} files were applied.`
}

interface RefusalProps {
  readonly error: Error
  readonly file: File
  readonly isPlan: boolean
}

/** Shows why the server refused a file. It lists all issues, grouped by code. */
function Refusal({ error, file, isPlan }: RefusalProps) {
  const issues = error instanceof ApiError ? error.issues : []
  const summary = issues.length === 0 || !(error instanceof ApiError) ? error : removeIssues(error)
  const isUnknown = !isPlan && error instanceof ApiError && error.status === 0
  return (
    <>
      <Failure
        error={summary}
        what={
          isUnknown
            ? `It is unknown whether ${file.name} was imported. Plan again to find out`
            : `${file.name} was not imported; nothing was written`
        }
      />
      <Remarks what="error" remarks={issues} />
    </>
  )
}
