import { OpsgraphError } from '@opsgraph/core'
import { CommanderError } from 'commander'
import { ClosedOutputError, StartError, UsageError } from './faults.js'
import { withFlagNames } from './flag-names.js'

/** How a command ends after an error. */
export interface Failure {
  readonly status: number
  /** The text for stderr; `undefined` if nothing is printed. */
  readonly message: string | undefined
}

/**
 * Exit statuses. `closed` means that the program that reads stdout has closed the pipe. The number is 128 + 13
 * (SIGPIPE), which is also the exit status of `git log` in `git log | head`.
 */
const EXIT_STATUS = { done: 0, failed: 1, usage: 2, closed: 141 } as const

/**
 * Converts an error to an exit status and a message. The message is one line. Only the message of an unexpected error
 * also contains the stack.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof CommanderError) return toCommanderFailure(error)
  if (error instanceof UsageError) return { status: EXIT_STATUS.usage, message: error.message }
  if (error instanceof StartError) return { status: EXIT_STATUS.failed, message: error.message }
  if (error instanceof ClosedOutputError) return { status: EXIT_STATUS.closed, message: undefined }
  if (error instanceof OpsgraphError) {
    return {
      status: error.kind === 'invalid' ? EXIT_STATUS.usage : EXIT_STATUS.failed,
      message: toOneLine(withFlagNames(error.message)),
    }
  }
  // Any other error is a bug, and a bug report needs the stack.
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { status: EXIT_STATUS.failed, message: `unexpected error: ${details}` }
}

/** Commander also throws after it has printed the help or the version, which is not a failure. */
function toCommanderFailure({ exitCode, code, message }: CommanderError): Failure {
  if (exitCode === 0) return { status: EXIT_STATUS.done, message: undefined }
  const line = code === 'commander.help' ? undefined : toOneLine(message.replace(/^error: /, ''))
  return { status: EXIT_STATUS.usage, message: line }
}

function toOneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ')
}

type CommandAction<Input extends readonly unknown[]> = (...input: Input) => Promise<void>

/**
 * Throws a StartError instead of an error about a wrong command line, so that the exit status is 1 instead of 2. Use
 * this function for commands whose exit status 2 means that a plan has changes.
 *
 * @throws StartError for a wrong command line; any other error is thrown unchanged
 */
export function throwAsStartError(error: Error): never {
  const isHelp = error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help')
  if (isHelp || !(error instanceof CommanderError || error instanceof UsageError)) throw error
  throw new StartError(toFailure(error).message)
}

/**
 * Wraps the action of a command so that a wrong command line leads to the exit status 1 (see
 * {@link throwAsStartError}).
 */
export function withStartErrors<Input extends readonly unknown[]>(action: CommandAction<Input>): CommandAction<Input> {
  return async (...input) => await action(...input).catch(throwAsStartError)
}
