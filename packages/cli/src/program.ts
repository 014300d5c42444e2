import { Command } from 'commander'
import { COMMANDS } from './command/all-commands.js'
import type { Ports } from './ports.js'

/** What the help says of each group of commands. */
const COMMAND_GROUPS: Readonly<Record<string, string>> = {
  key: 'work on API keys',
  cmdb: 'work on CMDB files',
  relation: 'read relations, and apply the relations of a source',
  resource: 'find and rename resources, and remove those that are gone',
  rule: 'say how many children of a resource must be healthy',
  alias: 'give resources further names',
  topology: 'work on topology files',
  webhook: 'try out webhooks without a server',
  snapshot: 'save and load the whole state as a file',
  database: 'inspect a database, or spread it over several servers',
}

/**
 * Creates the program `opsgraph` (rules.md#names-of-the-product) with all its commands (rules.md#command-line). The
 * method `parseAsync` of the program throws a CommanderError if the command line of the user is wrong. Errors that a
 * command throws are thrown unchanged.
 */
export function createProgram(ports: Ports): Command {
  const program = new Command('opsgraph')
    .description('What your alerts hurt: a resource graph and service topologies.')
    .version(ports.version)
    .exitOverride()
    // Commander must not print errors itself: the caller of the program prints them on one line.
    .configureOutput({
      writeOut: writeTrimmed(ports.print),
      writeErr: writeTrimmed(ports.note),
      outputError: () => undefined,
    })
  for (const [path, add] of COMMANDS) {
    const [name = '', verb] = path.split(' ')
    add(verb === undefined ? program : findOrAddGroup(program, name), ports)
  }
  return program
}

function findOrAddGroup(program: Command, name: string): Command {
  const group = program.commands.find((command) => command.name() === name)
  return group ?? program.command(name).description(COMMAND_GROUPS[name] ?? '')
}

function writeTrimmed(write: (line: string) => void): (text: string) => void {
  return (text) => write(text.trimEnd())
}
