import { CommanderError } from 'commander'
import { failureOf } from './failure.js'
import { StartError, UsageError } from './faults.js'

type Action<Input extends readonly unknown[]> = (...input: Input) => Promise<void>

/**
 * For commands whose status 2 says that there is something to change: a wrong command line must not be taken for it, and
 * ends them with 1.
 *
 * @throws StartError for a wrong command line; what commander throws for help
 */
export function refuseCall(error: Error): never {
  const isHelp = error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help')
  if (isHelp || !(error instanceof CommanderError || error instanceof UsageError)) throw error
  throw new StartError(failureOf(error).message)
}

/** The action of such a command. */
export function refusingCalls<Input extends readonly unknown[]>(action: Action<Input>): Action<Input> {
  return async (...input) => await action(...input).catch(refuseCall)
}
