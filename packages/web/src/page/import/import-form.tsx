import { type ReactNode, useState } from 'react'
import type { CmdbReport, TopologyReport, Upload } from '../../api/import.js'
import { Button } from '../../ui/button.js'
import { SelectField, toLabelledOptions } from '../../ui/field.js'
import { LeaveGuard } from '../../ui/leave-guard.js'
import shared from '../../ui/shared.module.css'
import { FilePicker } from './file-picker.js'
import styles from './import.module.css'
import { ImportOutcome, type ReportView } from './import-outcome.js'
import { type Step, useImport } from './use-import.js'

interface ImportFormProps<Options, Report> {
  /** What the user chooses, such as `topology files`. */
  readonly what: string
  readonly isMany?: boolean
  /** The file types that the browser offers to choose. */
  readonly accept: string
  /** The maximum size of a file, in bytes. */
  readonly limit: number
  readonly files: readonly File[]
  readonly onFiles: (files: readonly File[]) => void
  readonly send: (sending: Upload<Options>) => Promise<Report>
  readonly options: Options
  /** A text that explains the files. */
  readonly help: ReactNode
  readonly view: ReportView<Report>
  /**
   * Returns the options that are sent to apply a plan, in addition to those of the plan.
   *
   * @param isConfirmed whether the user has confirmed that more than usual is removed
   */
  readonly buildApplyOptions?: (planned: Report | undefined, isConfirmed: boolean) => Partial<Options>
  /**
   * Returns the form fields for the options of the import.
   *
   * @param isLocked whether an import is running
   */
  readonly children: (isLocked: boolean) => ReactNode
}

/**
 * A form with three steps: choose files and options, look at the plan, look at the result. If the user changes the
 * files or options, the plan and the result are discarded.
 */
export function ImportForm<Options extends object, Report extends CmdbReport | TopologyReport>(
  props: ImportFormProps<Options, Report>,
) {
  const { what, isMany = false, accept, limit, files, onFiles, send, options, help, view, children } = props
  const { buildApplyOptions = () => ({}) } = props
  const work = useImport<Options, Report>(send)
  const { forget } = work
  const optionsText = JSON.stringify(options)
  const [planned, setPlanned] = useState(optionsText)
  const isStale = planned !== optionsText
  const change = (next: readonly File[]) => {
    onFiles(next)
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
      <section className={shared.form} aria-label="Files and options">
        <FilePicker
          {...{ what, isMany, accept, limit, files, help }}
          isLocked={work.step !== undefined}
          onChange={change}
        />
        {children(work.step !== undefined)}
        <div className={shared.bar}>
          <Button
            variant={isShown ? 'plain' : 'primary'}
            disabled={!isSendable || work.step !== undefined}
            onClick={start}
          >
            {isShown ? 'Plan again' : 'Show the plan'}
          </Button>
          <span className={shared.muted}>
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
          onApply={(isConfirmed) => void work.apply((planned) => buildApplyOptions(planned, isConfirmed))}
          view={view}
        />
      )}
    </>
  )
}

/**
 * Asks for confirmation if the user leaves the page while an import is being applied. There is no question while the
 * import is only planned.
 */
function ImportGuard({ step }: { readonly step: Step | undefined }) {
  const words = {
    title: 'Leave while the import is running?',
    text: step === undefined ? '' : describeLeaving(step),
    leave: 'Leave the import',
    stay: 'Stay',
  }
  return <LeaveGuard isUnsaved={step?.isDryRun === false} includesSearch words={words} />
}

function describeLeaving({ name, number, count, share }: Step): string {
  const current =
    share < 1 ? `${name} would not be written.` : `${name} will be written, but you would not see the result.`
  const left = count - number
  const others = left === 0 ? '' : ` ${left} more ${left === 1 ? 'file' : 'files'} would not be sent.`
  return current + others
}

/**
 * Shows the progress of an import. The user can cancel the import only as long as the server has certainly written
 * nothing.
 */
function ImportProgress({ step, onCancel }: { readonly step: Step; readonly onCancel: () => void }) {
  const { isDryRun, number, count, name, share } = step
  const isSent = share >= 1
  const work = isDryRun ? 'The server is planning' : 'The server is writing; this can no longer be stopped'
  const place = count > 1 ? ` (${number} of ${count})` : ''
  return (
    <section className={styles.progress} aria-label="Progress">
      <p role="status">
        {isSent ? work : 'Sending'}: {name}
        {place}
      </p>
      <progress aria-label={`Sent of ${name}`} max={1} {...(!isSent && { value: share })} />
      {(isDryRun || !isSent) && <Button onClick={onCancel}>Cancel</Button>}
    </section>
  )
}

interface OptionsProps {
  readonly isLocked: boolean
  readonly children: ReactNode
}

/** The fields for the options that most imports need. */
export function Options({ isLocked, children }: OptionsProps) {
  return (
    <fieldset className={styles.options} disabled={isLocked}>
      <legend className="unseen">Options</legend>
      {children}
    </fieldset>
  )
}

/** The fields for the options that few imports need. The summary says how many of them are changed. */
export function MoreOptions({ changed, ...props }: OptionsProps & { readonly changed: number }) {
  return (
    <details className={styles.more}>
      <summary>More options {changed > 0 && <span className={styles.count}>{changed} changed</span>}</summary>
      <Options {...props} />
    </details>
  )
}

type Mode = 'merge' | 'replace'

interface ModeFieldProps {
  readonly mode: Mode
  /** A text for each mode that says what the mode does. */
  readonly hints: Readonly<Record<Mode, string>>
  readonly onChange: (changed: { readonly mode: Mode }) => void
}

/** A field for the mode of an import, which decides whether the import may remove data. */
export function ModeField({ mode, hints, onChange }: ModeFieldProps) {
  return (
    <SelectField
      label="Mode"
      value={mode}
      hint={hints[mode]}
      options={toLabelledOptions({ merge: 'Merge', replace: 'Replace' })}
      onValueChange={(value) => onChange({ mode: value })}
    />
  )
}
