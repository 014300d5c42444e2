import type { Opsgraph } from '@opsgraph/core'
import type { Command } from 'commander'
import { StartError } from '../faults.js'
import { askConsent, toStderrPorts } from '../importing/consent.js'
import { listedChangeLines } from '../importing/plan-text.js'
import type { Ports } from '../ports.js'
import { type RemoteAnswer, RemoteServer } from '../remote-server.js'
import { environmentText, toRefusalError } from '../resource-text.js'
import { type ServerFlags, withServerOptions } from '../server-options.js'
import { createPaint, escapeControlCharacters, formatCount, type Paint } from '../text.js'

const PATH = '/api/resources/decommission'

type DecommissionReport = Awaited<ReturnType<Opsgraph['decommissionResources']>>

interface DecommissionFlags extends ServerFlags {
  readonly environment: string
  readonly dryRun?: boolean
  /** Whether to decommission without asking for consent. */
  readonly yes?: boolean
  /** Whether to print the HTTP answer; the plan then goes to stderr. */
  readonly json?: boolean
}

/** Adds `opsgraph resource decommission`. */
export function addResourceDecommission(resource: Command, ports: Ports): void {
  const command = resource
    .command('decommission')
    .description('remove resources from everything that names them, after showing the plan and asking to confirm')
    .argument('<resource...>', '1 to 1,000 names of resources')
    .requiredOption('--environment <name>', 'the environment of the resources')
  withServerOptions(command)
    .option('--dry-run', 'only show the plan; writes nothing')
    .option('--yes', 'decommission without asking')
    .option('--json', 'print the answer of the HTTP API; the plan goes to stderr')
    .action(
      async (names: readonly string[], flags: DecommissionFlags) => await decommissionResources(names, flags, ports),
    )
}

/**
 * Decommissions resources on a server: shows the plan, asks for consent, then sends the hash of the plan, so that
 * exactly this plan is carried out.
 *
 * @throws UsageError if the server answers that a name is invalid
 * @throws StartError if there is no terminal to ask on, the user does not agree, nothing names a resource, the plan has
 *   changed meanwhile, or the server does not answer
 */
async function decommissionResources(
  resources: readonly string[],
  flags: DecommissionFlags,
  ports: Ports,
): Promise<void> {
  const { environment, dryRun = false, yes = false, json = false } = flags
  const { terminal } = ports
  const server = new RemoteServer(flags, ports)
  if (!dryRun && !yes && !terminal.isInteractive) {
    throw new StartError(
      'cannot ask here whether to decommission: pass --yes, or look at the plan with --dry-run first',
    )
  }
  const body = { environment, resources }
  const plan = requireReport(server, await server.postJson(PATH, { ...body, dryRun: true }))
  const { print, terminal: shown } = json ? toStderrPorts(ports) : ports
  for (const line of planLines(plan, createPaint(shown.isColored))) print(line)
  if (dryRun) {
    if (json) ports.print(JSON.stringify(plan))
    else print('this is the plan: nothing is written')
    return
  }
  await askConsent({ verb: 'decommission', url: server.url, yes }, ports)
  const done = requireReport(server, await server.postJson(PATH, { ...body, planHash: plan.planHash }))
  if (json) ports.print(JSON.stringify(done))
  else print(`decommissioned ${formatCount(done.resources.length, 'resource')} in ${environmentText(environment)}`)
}

function requireReport(server: RemoteServer, answer: RemoteAnswer): DecommissionReport {
  const report = (answer.body ?? {}) as Partial<DecommissionReport>
  if (answer.status !== 200 || typeof report.planHash !== 'string') throw toRefusalError(server, answer)
  return report as DecommissionReport
}

function planLines(plan: DecommissionReport, paint: Paint): readonly string[] {
  const { resources, environment, counts, sources, emptied } = plan
  const removed = [
    formatCount(counts.relations, 'relation'),
    formatCount(counts.nodes, 'node'),
    formatCount(counts.rules, 'redundancy rule'),
    formatCount(counts.aliases, 'alias', 'aliases'),
  ]
  return [
    `${paint('bold', escapeControlCharacters(resources.join(', ')))} in ${environmentText(environment)}:`,
    `removes ${removed.join(', ')}, and closes ${formatCount(counts.alerts, 'alert')}`,
    ...listedChangeLines(plan, paint),
    ...emptied.flatMap(({ name, service }) => [
      '',
      paint(
        'yellow',
        `left with no resource: topology ${escapeControlCharacters(name)} of service ${escapeControlCharacters(service)}`,
      ),
    ]),
    ...(sources.length === 0 ? [] : ['', paint('bold', 'comes back if one of these sources names it again:')]),
    ...sources.map((source) => `  ${escapeControlCharacters(sourceText(source))}`),
    '',
  ]
}

function sourceText({ source, sourceRef, relations, nodes, alerts }: DecommissionReport['sources'][number]): string {
  const named = [
    relations > 0 && formatCount(relations, 'relation'),
    nodes > 0 && formatCount(nodes, 'node'),
    alerts > 0 && formatCount(alerts, 'alert'),
  ].filter((text) => text !== false)
  return `${source}${sourceRef === null ? '' : ` ${sourceRef}`} (${named.join(', ')})`
}
