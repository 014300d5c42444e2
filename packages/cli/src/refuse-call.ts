import type { CommanderError } from 'commander'
import { StartError } from './faults.js'

/**
 * For commands whose status 2 says that there is something to change: a wrong command line must not be taken for it.
 *
 * @throws StartError for a wrong command line; what commander throws for help
 */
export function refuseCall(error: CommanderError): never {
  if (error.exitCode === 0 || error.code === 'commander.help') throw error
  throw new StartError(error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' '))
}
