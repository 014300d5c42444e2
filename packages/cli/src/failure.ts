import { OpsgraphError } from '@opsgraph/core'
import { CommanderError } from 'commander'
import { ClosedOutputError, StartError, UsageError } from './faults.js'

/** The end of a command. */
export interface Failure {
  readonly status: number
  /** The text for stderr; `undefined` = none. */
  readonly message: string | undefined
}

/** `closed` is the status of a program ended by SIGPIPE, as in `git log | head`: 128 + 13. */
const STATUS = { done: 0, failed: 1, usage: 2, closed: 141 } as const

/** Converts an error to an exit status and one line; a bug also has its stack. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) return failureOfCommander(error)
  if (error instanceof UsageError) return { status: STATUS.usage, message: error.message }
  if (error instanceof StartError) return { status: STATUS.failed, message: error.message }
  if (error instanceof ClosedOutputError) return { status: STATUS.closed, message: undefined }
  if (error instanceof OpsgraphError) {
    return { status: error.kind === 'invalid' ? STATUS.usage : STATUS.failed, message: oneLine(error.message) }
  }
  // A bug: a report needs the stack.
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { status: STATUS.failed, message: `unexpected error: ${details}` }
}

/** Commander also throws after it has printed help or the version. */
function failureOfCommander({ exitCode, code, message }: CommanderError): Failure {
  if (exitCode === 0) return { status: STATUS.done, message: undefined }
  const line = code === 'commander.help' ? undefined : oneLine(message.replace(/^error: /, ''))
  return { status: STATUS.usage, message: line }
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ')
}
