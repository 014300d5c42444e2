import type { SCHEMAS } from '@opsgraph/core'
import type { Command } from 'commander'
import type { Ports } from '../ports.js'
import { RemoteServer } from '../remote-server.js'
import { resourceText, toQuery, toRefusalError } from '../resource-text.js'
import { printList, serverPages } from '../server-list.js'
import { type ServerFlags, withServerOptions } from '../server-options.js'
import { formatCount } from '../text.js'

const RULE_PATH = '/api/resources/rule'

type Rule = ReturnType<typeof SCHEMAS.redundancyRule.stored.parse>

interface RuleFlags extends ServerFlags {
  readonly environment: string
  /** Whether to print the HTTP answer instead of text for people. */
  readonly json?: boolean
}

interface ListFlags extends ServerFlags {
  readonly environment?: string
  readonly resource?: string
  readonly source?: string
  readonly search?: string
  readonly json?: boolean
}

interface SetFlags extends RuleFlags {
  readonly minHealthy: string
  readonly failedAt?: string
  readonly degraded?: string
  readonly source?: string
  readonly sourceRef?: string
  readonly text?: string
}

/** Adds `opsgraph rule list`. */
export function addRuleList(rule: Command, ports: Ports): void {
  withServerOptions(rule.command('list').description('list the redundancy rules of a server'))
    .option('--environment <name>', 'only rules of this environment')
    .option('--resource <name>', 'only the rules of this resource')
    .option('--source <source>', 'only rules of this source')
    .option('--search <text>', 'only rules whose resource or text contains this text, in upper or lower case')
    .option('--json', 'print all rules as JSON, in the form of the HTTP API')
    .action(async (flags: ListFlags) => await listRules(flags, ports))
}

/** Adds `opsgraph rule set`. */
export function addRuleSet(rule: Command, ports: Ports): void {
  const command = rule
    .command('set')
    .description('say how many children of a resource must be healthy; replaces the rule of the resource')
    .argument('<resource>', 'the resource whose children the rule counts')
    .requiredOption('--environment <name>', 'the environment of the resource')
    .requiredOption('--min-healthy <count>', 'how many children must be healthy, such as 2 or 50%')
    .option(
      '--failed-at <severity>',
      'a child has failed if such an alert, or a worse one, arrives there (default major)',
    )
    .option(
      '--degraded <severity>',
      'how severe the resource is at most while enough children are healthy; none = not at all (default warning)',
    )
    .option('--source <source>', 'the source that declares the rule (default manual)')
    .option('--source-ref <text>', 'the exact origin, such as the name of a CMDB')
    .option('--text <text>', 'why, or a link')
  withServerOptions(command)
    .option('--json', 'print the answer of the HTTP API')
    .action(async (resource: string, flags: SetFlags) => await setRule(resource, flags, ports))
}

/** Adds `opsgraph rule delete`. */
export function addRuleDelete(rule: Command, ports: Ports): void {
  const command = rule
    .command('delete')
    .description('delete the redundancy rule of a resource')
    .argument('<resource>', 'the resource of the rule')
    .requiredOption('--environment <name>', 'the environment of the resource')
  withServerOptions(command)
    .option('--json', 'print the answer of the HTTP API')
    .action(async (resource: string, flags: RuleFlags) => await deleteRule(resource, flags, ports))
}

/**
 * Lists the rules of a server, page by page.
 *
 * @throws UsageError if the server answers that a flag is wrong
 * @throws StartError if the server does not answer
 */
async function listRules({ environment, resource, source, search, json, ...flags }: ListFlags, ports: Ports) {
  const server = new RemoteServer(flags, ports)
  const filters = { environment, resource, source, q: search }
  const rules = serverPages<Rule>(server, { path: `${RULE_PATH}s`, key: 'rules', query: filters })
  await printList(rules, { key: 'rules', none: 'no redundancy rules', isJson: json, toRow }, ports)
}

function toRow({ environment, resource, minHealthy, failedAt, degraded, source, text }: Rule) {
  const needed = { 'min healthy': minHealthy, 'failed at': failedAt, degraded: degraded ?? 'none' }
  return { environment, resource, ...needed, source, text }
}

/**
 * Sets the redundancy rule of a resource. If the stored rule has a stronger source, it stays unchanged, and the command
 * says so.
 *
 * @throws UsageError if the server answers that a flag is wrong
 * @throws StartError if the server does not answer, or refuses
 */
async function setRule(resource: string, flags: SetFlags, ports: Ports): Promise<void> {
  const { environment, minHealthy, degraded, failedAt, source, sourceRef, text, json } = flags
  const server = new RemoteServer(flags, ports)
  const answer = await server.putJson(`${RULE_PATH}${toQuery({ environment, resource })}`, {
    minHealthy: /^[0-9]+$/.test(minHealthy) ? Number(minHealthy) : minHealthy,
    ...(degraded !== undefined && { degraded: degraded === 'none' ? null : degraded }),
    ...{ failedAt, source, sourceRef, text },
  })
  const { rule } = (answer.body ?? {}) as { readonly rule?: Rule }
  if (![200, 201].includes(answer.status) || typeof rule !== 'object') throw toRefusalError(server, answer)
  const name = resourceText(environment, resource)
  if (rule.source !== (source ?? 'manual'))
    ports.note(`the rule of ${name} has a stronger source, and stays as it is: ${rule.source}`)
  else
    ports.note(
      `${answer.status === 201 ? 'created' : 'replaced'} the rule of ${name}${await childrenText(server, rule)}`,
    )
  if (json === true) ports.print(JSON.stringify(answer.body))
}

/**
 * Says how many children the rule counts now, so that users notice a misspelled resource or a missing `%`. Says nothing
 * if the API key may not read relations.
 */
async function childrenText(server: RemoteServer, { environment, resource }: Rule): Promise<string> {
  const query = toQuery({ environment, parent: resource, 'page-size': '1' })
  const { status, body } = await server.get(`/api/resources/relations${query}`)
  const { total } = (body ?? {}) as { readonly total?: unknown }
  if (status !== 200 || typeof total !== 'number') return ''
  if (total === 0) return ', which has no children: check the spelling and the environment, or add its relations'
  return `, which has ${formatCount(total, 'child', 'children')}`
}

/** @throws StartError if the server does not answer, or the resource has no rule */
async function deleteRule(resource: string, flags: RuleFlags, ports: Ports): Promise<void> {
  const { environment, json } = flags
  const server = new RemoteServer(flags, ports)
  const answer = await server.delete(`${RULE_PATH}${toQuery({ environment, resource })}`)
  if (answer.status !== 200) throw toRefusalError(server, answer)
  ports.note(`deleted the rule of ${resourceText(environment, resource)}`)
  if (json === true) ports.print(JSON.stringify(answer.body))
}
