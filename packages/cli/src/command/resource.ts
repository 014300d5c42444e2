import type { Opsgraph } from '@opsgraph/core'
import type { Command } from 'commander'
import { openTarget, type Target, type TargetFlags } from '../importing/target.js'
import { OPERATOR_CALLER } from '../operator.js'
import type { Ports } from '../ports.js'
import { RemoteServer } from '../remote-server.js'
import { environmentText, toQuery, toRefusalError } from '../resource-text.js'
import { PAGE_SIZE, printList, serverPages } from '../server-list.js'
import { withServerOptions } from '../server-options.js'
import { createPaint, escapeControlCharacters, formatCount } from '../text.js'

const RESOURCES_PATH = '/api/resources'

type ListedResource = Awaited<ReturnType<Opsgraph['listResources']>>['items'][number]
type ResourceUsage = Awaited<ReturnType<Opsgraph['readResourceUsage']>>

interface ListFlags extends TargetFlags {
  readonly environment?: string
  readonly search?: string
  readonly orphan?: boolean
  readonly stale?: boolean
  readonly staleAfter?: string
  readonly json?: boolean
}

interface ShowFlags extends TargetFlags {
  readonly environment: string
  readonly json?: boolean
}

const STATE_HELP = 'use the state in this snapshot of "opsgraph snapshot save", which has no alerts; - = standard input'
const SERVER_HELP = 'use the state of this server instead of a snapshot'

/** Adds `opsgraph resource list`. */
export function addResourceList(resource: Command, ports: Ports): void {
  const command = resource
    .command('list')
    .description('list resources, with the numbers of relations, nodes, alerts and rules that name them')
    .option('--environment <name>', 'only resources of this environment')
    .option('--search <text>', 'only resources whose name contains this text; A to Z in upper or lower case')
    .option('--orphan', 'only resources that neither a relation nor a node names')
    .option('--stale', 'only resources with relations of which none was confirmed for some days')
    .option('--stale-after <days>', 'the number of days for --stale (default 30)')
    .option('--state <snapshot>', STATE_HELP)
  withServerOptions(command, SERVER_HELP)
    .option('--json', 'print all resources as JSON, in the form of the HTTP API')
    .action(async (flags: ListFlags) => await listResources(flags, ports))
}

/** Adds `opsgraph resource show`. */
export function addResourceShow(resource: Command, ports: Ports): void {
  const command = resource
    .command('show')
    .description('show everything that names a resource')
    .argument('<resource>', 'the name of the resource')
    .requiredOption('--environment <name>', 'the environment of the resource')
    .option('--state <snapshot>', STATE_HELP)
  withServerOptions(command, SERVER_HELP)
    .option('--json', 'print the answer of the HTTP API')
    .action(async (name: string, flags: ShowFlags) => await showResource(name, flags, ports))
}

/**
 * Lists the resources of a server or a snapshot, page by page.
 *
 * @throws UsageError for a wrong flag
 * @throws StartError if the snapshot cannot be read, or the server does not answer
 */
async function listResources(flags: ListFlags, ports: Ports): Promise<void> {
  const target = await openStateSource(flags, ports)
  const pages = 'server' in target ? listOnServer(target.server, flags) : listLocally(target.opsgraph, flags)
  await printList(pages, { key: 'resources', none: 'no resources', isJson: flags.json, toRow }, ports)
}

function listOnServer(server: RemoteServer, { environment, search, orphan, stale, staleAfter }: ListFlags) {
  const query = { environment, q: search, staleAfter, orphan: orphan ? '1' : undefined, stale: stale ? '1' : undefined }
  return serverPages<ListedResource>(server, { path: RESOURCES_PATH, key: 'resources', query })
}

async function* listLocally(opsgraph: Opsgraph, flags: ListFlags): AsyncGenerator<readonly ListedResource[]> {
  const { environment, search, orphan, stale } = flags
  const staleAfter = flags.staleAfter === undefined ? undefined : Number(flags.staleAfter)
  const filters = { ...(environment !== undefined && { environment: [environment] }), ...(search && { q: [search] }) }
  for (let page = 1, more = true; more; page++) {
    const request = { filters, orphan, stale, staleAfter, page, pageSize: PAGE_SIZE }
    const found = await opsgraph.listResources(OPERATOR_CALLER, request)
    yield found.items
    more = found.more
  }
}

function toRow({ environment, resource, parents, children, nodes, alerts, rules, claims }: ListedResource) {
  return { environment, resource, parents, children, nodes, alerts, rules, claims }
}

/**
 * Shows everything that names a resource.
 *
 * @throws StartError if nothing names the resource, the snapshot cannot be read, or the server does not answer
 */
async function showResource(name: string, flags: ShowFlags, ports: Ports): Promise<void> {
  const { environment } = flags
  const usage = await readUsage(await openStateSource(flags, ports), { environment, resource: name })
  if (flags.json === true) ports.print(JSON.stringify({ ...usage, status: 'ok' }))
  else for (const line of usageLines(usage, ports)) ports.print(line)
}

async function readUsage(target: Target, key: { readonly environment: string; readonly resource: string }) {
  if ('opsgraph' in target) return await target.opsgraph.readResourceUsage(OPERATOR_CALLER, key)
  const answer = await target.server.get(`${RESOURCES_PATH}/usage${toQuery(key)}`)
  const body = (answer.body ?? {}) as Partial<ResourceUsage>
  if (answer.status !== 200 || typeof body.counts !== 'object') throw toRefusalError(target.server, answer)
  return body as ResourceUsage
}

/**
 * Opens the snapshot or the server that the flags name. Unlike a plan, this command cannot use an empty state, because
 * an empty state has no resources.
 */
async function openStateSource(flags: TargetFlags, ports: Ports): Promise<Target> {
  return flags.state === undefined ? { server: new RemoteServer(flags, ports) } : await openTarget(flags, ports)
}

function usageLines(usage: ResourceUsage, { terminal }: Ports): readonly string[] {
  const { environment, resource, counts, parents, children, nodes, rule, alerts, policies, maintenance } = usage
  const paint = createPaint(terminal.isColored)
  const from = (source: string, sourceRef: string | null) => (sourceRef === null ? source : `${source} ${sourceRef}`)
  const part = (title: string, items: readonly string[], total = items.length) => {
    if (items.length === 0) return []
    const more = total > items.length ? [`    … and ${formatCount(total - items.length, 'more')}`] : []
    return ['', `  ${paint('bold', title)}`, ...items.map((item) => `    ${escapeControlCharacters(item)}`), ...more]
  }
  return [
    `${paint('bold', escapeControlCharacters(resource))} in ${environmentText(environment)}`,
    ...part(
      'parents: what it hurts when it fails',
      parents.map(({ parent, source, sourceRef }) => `${parent} (${from(source, sourceRef)})`),
      counts.parents,
    ),
    ...part(
      'children: what hurts it',
      children.map(({ resource: child, source, sourceRef }) => `${child} (${from(source, sourceRef)})`),
      counts.children,
    ),
    ...part(
      'nodes',
      nodes.map(({ topologyName, service, nodeId }) => `${topologyName} of service ${service} (${nodeId})`),
      counts.nodes,
    ),
    ...part(
      'redundancy rule',
      rule === null ? [] : [`${rule.minHealthy} children must be healthy (${from(rule.source, rule.sourceRef)})`],
    ),
    ...part(
      'active alerts',
      alerts.map(({ event, severity, status }) => `${event}: ${severity}, ${status}`),
      counts.alerts,
    ),
    ...part(
      'policies',
      policies.map(({ kind, name }) => `${name} (${kind} policy)`),
    ),
    ...part(
      'maintenance windows',
      maintenance.map(({ name }) => name),
    ),
  ]
}
