import { CommanderError } from 'commander'
import { failureOf } from './failure.js'
import { StartError, UsageError } from './faults.js'

type Action<Input extends readonly unknown[]> = (...input: Input) => Promise<void>

/**
 * Changes the exit status for a wrong command line from 2 to 1. Use this function for commands whose exit status 2
 * means that a plan has changes.
 *
 * @throws StartError for a wrong command line; any other error is thrown unchanged
 */
export function refuseCall(error: Error): never {
  const isHelp = error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help')
  if (isHelp || !(error instanceof CommanderError || error instanceof UsageError)) throw error
  throw new StartError(failureOf(error).message)
}

/** Wraps the action of a command, so that the command exits with status 1 if the command line is wrong. */
export function refusingCalls<Input extends readonly unknown[]>(action: Action<Input>): Action<Input> {
  return async (...input) => await action(...input).catch(refuseCall)
}
