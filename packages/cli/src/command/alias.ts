import type { SCHEMAS } from '@opsgraph/core'
import type { Command } from 'commander'
import type { Ports } from '../ports.js'
import { RemoteServer } from '../remote-server.js'
import { resourceText, toQuery, toRefusalError } from '../resource-text.js'
import { printList, serverPages } from '../server-list.js'
import { type ServerFlags, withServerOptions } from '../server-options.js'
import { escapeControlCharacters, formatCount } from '../text.js'

const ALIAS_PATH = '/api/resources/alias'

type Alias = ReturnType<typeof SCHEMAS.resourceAlias.stored.parse>

interface AliasFlags extends ServerFlags {
  readonly environment: string
  /** Whether to print the HTTP answer instead of text for people. */
  readonly json?: boolean
}

interface ListFlags extends ServerFlags {
  readonly environment?: string
  readonly resource?: string
  readonly json?: boolean
}

/** Adds `opsgraph alias list`. */
export function addAliasList(alias: Command, ports: Ports): void {
  withServerOptions(alias.command('list').description('list the aliases of a server'))
    .option('--environment <name>', 'only aliases of this environment')
    .option('--resource <name>', 'only the aliases of this resource')
    .option('--json', 'print all aliases as JSON, in the form of the HTTP API')
    .action(async (flags: ListFlags) => await listAliases(flags, ports))
}

/** Adds `opsgraph alias set`. */
export function addAliasSet(alias: Command, ports: Ports): void {
  const command = alias
    .command('set')
    .description('give a resource another name, or let this name mean another resource')
    .argument('<alias>', 'the other name')
    .argument('<resource>', 'the resource that it means')
    .requiredOption('--environment <name>', 'the environment of the resource')
  withServerOptions(command)
    .option('--json', 'print the answer of the HTTP API')
    .action(
      async (name: string, resource: string, flags: AliasFlags) => await setAlias({ name, resource }, flags, ports),
    )
}

/** Adds `opsgraph alias delete`. */
export function addAliasDelete(alias: Command, ports: Ports): void {
  const command = alias
    .command('delete')
    .description('delete an alias')
    .argument('<alias>', 'the other name')
    .requiredOption('--environment <name>', 'the environment of the resource')
  withServerOptions(command)
    .option('--json', 'print the answer of the HTTP API')
    .action(async (name: string, flags: AliasFlags) => await deleteAlias(name, flags, ports))
}

/**
 * Lists the aliases of a server, page by page.
 *
 * @throws UsageError if the server answers that a flag is wrong
 * @throws StartError if the server does not answer
 */
async function listAliases({ environment, resource, json, ...flags }: ListFlags, ports: Ports): Promise<void> {
  const server = new RemoteServer(flags, ports)
  const aliases = serverPages<Alias>(server, {
    path: '/api/resources/aliases',
    key: 'aliases',
    query: { environment, resource },
  })
  const toRow = ({ environment, alias, resource }: Alias) => ({ environment, alias, resource })
  await printList(aliases, { key: 'aliases', none: 'no aliases', isJson: json, toRow }, ports)
}

interface SetAnswer {
  readonly alias: Alias
  readonly near: readonly string[]
  readonly activeAlerts: number
}

/**
 * Sets an alias. Warns if stored names are similar to the name of the resource.
 *
 * @throws UsageError if the server answers that a name is wrong
 * @throws StartError if the server does not answer, or refuses
 */
async function setAlias(
  { name, resource }: { readonly name: string; readonly resource: string },
  flags: AliasFlags,
  ports: Ports,
): Promise<void> {
  const { environment, json } = flags
  const server = new RemoteServer(flags, ports)
  const answer = await server.putJson(`${ALIAS_PATH}${toQuery({ environment, alias: name })}`, { resource })
  const { alias, near = [], activeAlerts = 0 } = (answer.body ?? {}) as Partial<SetAnswer>
  if (![200, 201].includes(answer.status) || typeof alias !== 'object') throw toRefusalError(server, answer)
  const done = answer.status === 201 ? 'created' : 'changed'
  ports.note(
    `${done} the alias ${escapeControlCharacters(alias.alias)} of ${resourceText(environment, alias.resource)}`,
  )
  noteNearNames(near, alias.resource, ports)
  if (activeAlerts > 0) {
    const alerts = formatCount(activeAlerts, 'active alert has', 'active alerts have')
    ports.note(`${alerts} this name still: to move them, use opsgraph resource rename --merge`)
  }
  if (json === true) ports.print(JSON.stringify(answer.body))
}

/** Prints a warning with the names that may be other spellings of the name of a resource. */
export function noteNearNames(near: readonly string[], resource: string, ports: Ports): void {
  if (near.length === 0) return
  const names = near.map(escapeControlCharacters).join(', ')
  ports.note(`near the name ${escapeControlCharacters(resource)}, and perhaps the same resource: ${names}`)
}

/** @throws StartError if the server does not answer, or if no alias has the name */
async function deleteAlias(name: string, flags: AliasFlags, ports: Ports): Promise<void> {
  const { environment, json } = flags
  const server = new RemoteServer(flags, ports)
  const answer = await server.delete(`${ALIAS_PATH}${toQuery({ environment, alias: name })}`)
  if (answer.status !== 200) throw toRefusalError(server, answer)
  ports.note(`deleted the alias ${resourceText(environment, name)}`)
  if (json === true) ports.print(JSON.stringify(answer.body))
}
