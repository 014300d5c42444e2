import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isKeyError } from '../../api/api-error.js'
import { isOutdatedPlan, type Upload } from '../../api/import.js'
import { session } from '../../session/session.js'

/**
 * The outcome of one file. It has a report or an error; it has neither if the file was skipped because an earlier file
 * was refused.
 */
export interface Outcome<Report> {
  readonly file: File
  readonly report?: Report
  readonly error?: Error
}

/** A plan. It contains the reports of the dry run, and the files and options that are sent when the plan is applied. */
export interface Plan<Options, Report> {
  readonly options: Options
  readonly outcomes: readonly Outcome<Report>[]
  /**
   * Why an earlier plan could not be applied: the server's message that the data had changed. Absent if this plan
   * replaces no earlier plan.
   */
  readonly renewedBecause?: string
}

/** The progress of an import while it is running. */
export interface Step {
  readonly isDryRun: boolean
  /** The number of the current file, counted from 1; `count` is the number of all files. */
  readonly number: number
  readonly count: number
  readonly name: string
  /** The share of the file that was sent, from 0 to 1. At 1 the server is processing the file. */
  readonly share: number
}

interface State<Options, Report> {
  readonly plan?: Plan<Options, Report>
  readonly step?: Step
  readonly applied?: readonly Outcome<Report>[]
}

/**
 * Plans the import of files and applies the plan, one file after the other. Each file is imported completely or not at
 * all.
 */
export function useImport<Options, Report>(send: (sending: Upload<Options>) => Promise<Report>) {
  const [state, setState] = useState<State<Options, Report>>({})
  const abort = useRef<AbortController>(undefined)
  const queries = useQueryClient()
  useEffect(() => () => abort.current?.abort(), [])
  useEffect(() => session.onAnotherKey(() => setState(forgetRefusal)), [])

  const run = async (files: readonly File[], optionsOf: (index: number) => Options, isDryRun: boolean) => {
    const outcomes: Outcome<Report>[] = []
    abort.current = new AbortController()
    const { signal } = abort.current
    for (const [index, file] of files.entries()) {
      const onProgress = (share: number) => {
        const step = { isDryRun, number: index + 1, count: files.length, name: file.name, share }
        if (!signal.aborted) setState((before) => ({ ...before, step }))
      }
      const isSkipped = !isDryRun && outcomes.some(({ report }) => report === undefined)
      if (isSkipped || signal.aborted) outcomes.push({ file })
      else {
        onProgress(0)
        outcomes.push(await sendOne({ file, options: optionsOf(index), isDryRun, signal, onProgress }, send))
      }
    }
    return { outcomes, isCanceled: signal.aborted }
  }

  const plan = async (chosen: readonly File[], options: Options) => {
    setState({})
    const files = await Promise.all(chosen.map(copyFile))
    const { outcomes, isCanceled } = await run(files, () => options, true)
    if (!isCanceled) setState({ plan: { options, outcomes } })
  }

  /**
   * Applies the plan. If the data has changed since the plan was made, nothing is written, and a new plan is made.
   *
   * @param buildMoreOptions returns the options that are sent in addition to those of the plan
   */
  const apply = async (buildMoreOptions: (planned: Report | undefined) => Partial<Options>) => {
    const { plan: planned } = state
    if (planned === undefined) return
    const { options } = planned
    const files = planned.outcomes.map(({ file }) => file)
    const optionsOf = (index: number) => ({ ...options, ...buildMoreOptions(planned.outcomes[index]?.report) })
    const { outcomes, isCanceled } = await run(files, optionsOf, false)
    const outdated = outcomes.map(({ error }) => error).find(isOutdatedPlan)
    const isPart = outcomes.some(({ report }) => report !== undefined)
    if (outdated !== undefined && !isPart) {
      const renewed = await run(files, () => options, true)
      if (!renewed.isCanceled) {
        setState({ plan: { options, outcomes: renewed.outcomes, renewedBecause: outdated.message } })
      }
    } else if (!isCanceled || isPart) setState({ plan: planned, applied: outcomes })
    await queries.invalidateQueries()
  }

  const cancel = () => {
    abort.current?.abort()
    setState(({ plan: planned }) => (planned === undefined ? {} : { plan: planned }))
  }
  /** Discards the plan, because the chosen files or options have changed since. */
  const forget = () => {
    abort.current?.abort()
    setState({})
  }
  return { ...state, start: plan, apply, cancel, forget }
}

/**
 * Returns the state after the user has entered another API key. Discards the plan or the results if the server refused
 * a file because of the previous key (status 401 or 403), except results in which at least one file was imported.
 */
function forgetRefusal<Options, Report>(state: State<Options, Report>): State<Options, Report> {
  const { plan, step, applied } = state
  const isRefused = ({ error }: Outcome<Report>) => isKeyError(error)
  if (step !== undefined || plan === undefined) return state
  if (applied === undefined) return plan.outcomes.some(isRefused) ? {} : state
  const isPart = applied.some(({ report }) => report !== undefined)
  return applied.some(isRefused) && !isPart ? { plan } : state
}

async function sendOne<Options, Report>(
  sending: Upload<Options>,
  send: (sending: Upload<Options>) => Promise<Report>,
): Promise<Outcome<Report>> {
  const { file, signal } = sending
  try {
    return { file, report: await send(sending) }
  } catch (error) {
    if (signal.aborted) return { file }
    return { file, error: error instanceof Error ? error : new Error(String(error)) }
  }
}

/**
 * Copies the content of a file, so that the import uses the same content as the plan even if the file on disk changes.
 */
async function copyFile(file: File): Promise<File> {
  try {
    return new File([await file.arrayBuffer()], file.name, { type: file.type })
  } catch {
    return file
  }
}
