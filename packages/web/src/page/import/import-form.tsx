import { type ReactNode, useState } from 'react'
import type { CmdbReport, Sending, TopologyReport } from '../../api/import.js'
import { Button } from '../../ui/button.js'
import { FilePicker } from './file-picker.js'
import styles from './import.module.css'
import { ImportGuard } from './import-guard.js'
import { ImportOutcome } from './import-outcome.js'
import { ImportProgress } from './import-progress.js'
import { useImport } from './use-import.js'

interface ImportFormProps<Options, Report> {
  /** What the user chooses, such as `topology files`. */
  readonly what: string
  readonly isMany?: boolean
  /** The file types that the browser offers to choose. */
  readonly accept: string
  /** The maximum size of a file, in bytes. */
  readonly limit: number
  readonly send: (sending: Sending<Options>) => Promise<Report>
  readonly options: Options
  /** A text that explains the files. */
  readonly help: ReactNode
  /** Returns the number of issues in a plan. A plan with issues cannot be applied. */
  readonly countIssues: (report: Report) => number
  readonly report: (report: Report, file: File) => ReactNode
  /** The form fields for the options of the import. */
  readonly children: ReactNode
}

/**
 * A form with three steps: choose files and options, look at the plan, look at the result. If the user changes the
 * files or options, the plan and the result are discarded.
 */
export function ImportForm<Options extends object, Report extends CmdbReport | TopologyReport>(
  props: ImportFormProps<Options, Report>,
) {
  const { what, isMany = false, accept, limit, send, options, help, countIssues, report, children } = props
  const [files, setFiles] = useState<readonly File[]>([])
  const work = useImport<Options, Report>(send)
  const { forget } = work
  const optionsText = JSON.stringify(options)
  const [planned, setPlanned] = useState(optionsText)
  const isStale = planned !== optionsText
  const change = (next: readonly File[]) => {
    setFiles(next)
    forget()
  }
  const start = () => {
    setPlanned(optionsText)
    void work.start(files, options)
  }
  const isSendable = files.length > 0 && files.every(({ size }) => size <= limit)
  const isShown = work.plan !== undefined && !isStale
  return (
    <>
      <section className={styles.form} aria-label="Files and options">
        <FilePicker
          {...{ what, isMany, accept, limit, files, help }}
          isLocked={work.step !== undefined}
          onChange={change}
        />
        <fieldset className={styles.options} disabled={work.step !== undefined}>
          <legend className="unseen">Options</legend>
          {children}
        </fieldset>
        <div className={styles.actions}>
          <Button
            variant={isShown ? 'plain' : 'primary'}
            disabled={!isSendable || work.step !== undefined}
            onClick={start}
          >
            {isShown ? 'Plan again' : 'Show the plan'}
          </Button>
          <span className={styles.hint}>
            {work.plan !== undefined && isStale ? 'The options have changed. Plan again.' : 'Planning writes nothing.'}
          </span>
        </div>
      </section>
      {work.step && <ImportProgress step={work.step} onCancel={work.cancel} />}
      <ImportGuard step={work.step} />
      {work.plan !== undefined && isShown && (
        <ImportOutcome
          plan={work.plan}
          applied={work.applied}
          isBusy={work.step !== undefined}
          onApply={work.apply}
          {...{ countIssues, report }}
        />
      )}
    </>
  )
}
