import { OpsgraphError } from '@opsgraph/core'
import { CommanderError } from 'commander'
import { ClosedOutputError, StartError, UsageError } from './faults.js'

/** How a command ended. */
export interface Failure {
  readonly status: number
  /** What to tell on stderr; `undefined` = nothing more. */
  readonly message: string | undefined
}

/** `closed` is what a shell reports of a program that SIGPIPE has ended, such as `git log | head`: 128 + 13. */
const STATUS = { done: 0, failed: 1, usage: 2, closed: 141 } as const

/** What an error means for the one who called the command: the exit status, and one line unless it is a bug. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) return failureOfCommander(error)
  if (error instanceof UsageError) return { status: STATUS.usage, message: error.message }
  if (error instanceof StartError) return { status: STATUS.failed, message: error.message }
  if (error instanceof ClosedOutputError) return { status: STATUS.closed, message: undefined }
  if (error instanceof OpsgraphError) {
    return { status: error.kind === 'invalid' ? STATUS.usage : STATUS.failed, message: oneLine(error.message) }
  }
  // Nobody expected this one: the stack is what a report of it needs.
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { status: STATUS.failed, message: `unexpected error: ${told}` }
}

/** Help and version are thrown too. */
function failureOfCommander({ exitCode, code, message }: CommanderError): Failure {
  if (exitCode === 0) return { status: STATUS.done, message: undefined }
  const told = code === 'commander.help' ? undefined : oneLine(message.replace(/^error: /, ''))
  return { status: STATUS.usage, message: told }
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ')
}
