import type { Opsgraph } from '@opsgraph/core'
import type { Command } from 'commander'
import type { Ports } from '../ports.js'
import { RemoteServer } from '../remote-server.js'
import { resourceText, toRefusalError } from '../resource-text.js'
import { type ServerFlags, withServerOptions } from '../server-options.js'
import { escapeControlCharacters } from '../text.js'
import { noteNearNames } from './alias.js'

const RENAME_PATH = '/api/resources/rename'

type RenameReport = Awaited<ReturnType<Opsgraph['renameResource']>>

interface RenameFlags extends ServerFlags {
  readonly environment: string
  /** Whether to merge the two resources if the new name already exists. */
  readonly merge?: boolean
  /** Whether to rename the resource. Without it, the command only shows the plan. */
  readonly yes?: boolean
  /** Whether to print the HTTP answer instead of text for people. */
  readonly json?: boolean
}

/** Adds `opsgraph resource rename`. */
export function addResourceRename(resource: Command, ports: Ports): void {
  const command = resource
    .command('rename')
    .description(
      'give a resource another name, and keep the old one as an alias; without --yes, only say what would change',
    )
    .argument('<from>', 'the resource')
    .argument('<to>', 'its new name')
    .requiredOption('--environment <name>', 'the environment of the resource')
    .option('--merge', 'if the new name exists, let both become one resource')
    .option('--yes', 'rename the resource')
  withServerOptions(command)
    .option('--json', 'print the answer of the HTTP API')
    .action(async (from: string, to: string, flags: RenameFlags) => await renameResource({ from, to }, flags, ports))
}

/**
 * Renames a resource. Without the flag `yes`, only shows the plan.
 *
 * @throws UsageError if the server answers that a name is wrong
 * @throws StartError if the server does not answer, or refuses
 */
async function renameResource(
  names: { readonly from: string; readonly to: string },
  flags: RenameFlags,
  ports: Ports,
): Promise<void> {
  const { environment, merge = false, yes = false, json } = flags
  const server = new RemoteServer(flags, ports)
  const answer = await server.postJson(RENAME_PATH, { environment, ...names, merge, dryRun: !yes })
  const { body } = answer
  if (answer.status !== 200 || !isRenameReport(body)) throw toRefusalError(server, answer)
  if (json === true) ports.print(JSON.stringify(body))
  else for (const line of formatRename(body)) ports.print(line)
  const name = `${resourceText(environment, body.from)} to ${escapeControlCharacters(body.to)}`
  noteNearNames(body.near, body.to, ports)
  ports.note(body.dryRun ? `nothing is written: repeat the command with --yes to rename ${name}` : `renamed ${name}`)
}

function isRenameReport(body: unknown): body is RenameReport {
  return typeof body === 'object' && body !== null && 'counters' in body && 'changes' in body
}

const NOUN_BY_KIND = { relation: 'relation', node: 'node', redundancyRule: 'rule', alert: 'alert', alias: 'alias' }

function formatRename({ changes, changesTotal }: RenameReport): readonly string[] {
  const lines = changes.map(
    ({ action, kind, text }) =>
      `${action.padEnd(6)}  ${NOUN_BY_KIND[kind].padEnd(8)}  ${escapeControlCharacters(text)}`,
  )
  const more = changesTotal - changes.length
  return more > 0 ? [...lines, `and ${more} more`] : lines
}
