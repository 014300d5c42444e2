import type { SimulatedImpact } from '@opsgraph/core'
import type { Command } from 'commander'
import { UsageError } from '../faults.js'
import { openTarget, type Target, type TargetFlags } from '../importing/target.js'
import { OPERATOR_CALLER } from '../operator.js'
import type { Ports } from '../ports.js'
import type { RemoteServer } from '../remote-server.js'
import { environmentText, resourceText, toRefusalError } from '../resource-text.js'
import { serverPages } from '../server-list.js'
import { serverUrl, withServerOptions } from '../server-options.js'
import { createPaint, escapeControlCharacters, formatCount, formatNumber, type Paint } from '../text.js'

const PATH = '/api/impact/simulate'

/** The exit status if a resource is unknown. */
const UNKNOWN_RESOURCES_EXIT_STATUS = 3

interface ImpactFlags extends TargetFlags {
  readonly environment: string
  /** Whether the active alerts of the server count too. */
  readonly withAlerts?: boolean
  /** Whether to print the HTTP answer instead of text for people. */
  readonly json?: boolean
}

interface FailedResources {
  readonly environment: string
  readonly resources: readonly string[]
  readonly withAlerts?: true
}

/** Adds `opsgraph impact`. */
export function addImpact(program: Command, ports: Ports): void {
  const command = program
    .command('impact')
    .description('show which services would be hurt if these resources failed at the same time; writes nothing')
    .argument('<resource...>', '1 to 1,000 names of resources')
    .requiredOption('--environment <name>', 'the environment of the resources')
    .option('--state <snapshot>', 'use the state in this snapshot of "opsgraph snapshot save"; - = standard input')
  withServerOptions(command, 'use the state of this server instead of a snapshot')
    .option('--with-alerts', 'count the active alerts of the server too')
    .option('--json', 'print the answer of the HTTP API')
    .addHelpText(
      'after',
      `
Exit status: 0 = every resource is known, 1 = a file cannot be read or the server does not answer, 2 = a wrong command line, 3 = no relation, node or alert names one of the resources: check the spelling`,
    )
    .action(async (resources: readonly string[], flags: ImpactFlags) => await simulateImpact(resources, flags, ports))
}

/**
 * Shows which services would be affected if the given resources failed. The exit status is 3 if a resource is unknown.
 *
 * @throws UsageError for a wrong flag, or if the server answers that a resource or the environment is invalid
 * @throws OpsgraphError `invalid` if a resource or the environment is invalid, and a snapshot is used
 * @throws StartError if the snapshot cannot be read, or the server does not answer
 */
async function simulateImpact(
  resources: readonly string[],
  { environment, withAlerts = false, json = false, ...flags }: ImpactFlags,
  ports: Ports,
): Promise<void> {
  requireState({ ...flags, withAlerts }, ports)
  const failures = { environment, resources, ...(withAlerts ? { withAlerts } : {}) }
  const target = await openTarget(flags, ports)
  const impact = await simulateFailures(target, failures)
  if (json) {
    ports.print(JSON.stringify({ status: 'ok', ...impact }))
  } else {
    const now = withAlerts && 'server' in target ? await readCurrentStates(target.server) : undefined
    for (const line of impactLines(failures, impact, createPaint(ports.terminal.isColored), now)) ports.print(line)
  }
  if (impact.unknown.length > 0) ports.exit(UNKNOWN_RESOURCES_EXIT_STATUS)
}

function requireState({ withAlerts, ...flags }: TargetFlags & Pick<ImpactFlags, 'withAlerts'>, ports: Ports): void {
  if (flags.state === undefined && serverUrl(flags, ports.env) === undefined) {
    throw new UsageError(
      '--state or --url (OPSGRAPH_URL) is required: the snapshot or the server that has the resource graph',
    )
  }
  if (withAlerts && flags.state !== undefined) {
    throw new UsageError('--with-alerts needs --url (OPSGRAPH_URL): a snapshot contains no alerts')
  }
}

async function simulateFailures(target: Target, failures: FailedResources): Promise<SimulatedImpact> {
  if ('server' in target) return await simulateOnServer(target.server, failures)
  return await target.opsgraph.simulateFailures(OPERATOR_CALLER, failures)
}

async function simulateOnServer(server: RemoteServer, failures: FailedResources): Promise<SimulatedImpact> {
  const answer = await server.postJson(PATH, failures)
  if (answer.status === 200 && isImpact(answer.body)) {
    const { services, unreached, held, unknown, cut, cutAt } = answer.body
    return { services, unreached, held, unknown, cut, cutAt }
  }
  throw toRefusalError(server, answer)
}

/**
 * The state of each service that active alerts affect now, without the simulated failures, by service. {@link
 * stateText} formats a state.
 */
type CurrentStates = ReadonlyMap<string, string>

async function readCurrentStates(server: RemoteServer): Promise<CurrentStates> {
  const states = new Map<string, string>()
  const pages = serverPages<HurtService>(server, { path: '/api/impact', key: 'services', query: { healthy: 'false' } })
  for await (const services of pages) for (const service of services) states.set(service.service, stateText(service))
  return states
}

function isImpact(body: unknown): body is SimulatedImpact {
  const { services, unreached, held, unknown, cut, cutAt } = (body ?? {}) as Partial<
    Record<keyof SimulatedImpact, unknown>
  >
  const lists = [services, unknown, cutAt]
  const isObject = (value: unknown) => typeof value === 'object' && value !== null
  return lists.every(Array.isArray) && typeof cut === 'boolean' && isObject(unreached) && isObject(held)
}

type HurtService = SimulatedImpact['services'][number]
type Cause = HurtService['causes'][number]
type Redundancy = HurtService['redundancy'][number]

/** Maximum number of names on one line. */
const MAX_SHOWN_NAMES = 20

/**
 * Formats the result of a simulation as text for people, in this order:
 *
 * - the services that the failures would affect, the worst first, with the causes and the redundancy of each
 * - the failed resources that would affect no service
 * - the failed resources whose failure redundancy rules absorb, with these rules
 * - the resources that are unknown
 * - the resources at which the search stopped, although they have further parents
 *
 * @param now the states of services without the failures; `undefined` = active alerts are not considered
 */
function impactLines(
  { environment, resources }: FailedResources,
  { services, unreached, held, unknown, cut, cutAt }: SimulatedImpact,
  paint: Paint,
  now: CurrentStates | undefined,
): readonly string[] {
  const isUnknown = new Set(unknown.map(({ resource }) => resource))
  const names = [...new Set(resources.map((name) => name.trim()))]
  const stored = names.filter((name) => !isUnknown.has(name))
  const unhurt = unreached.resources.filter((name) => !isUnknown.has(name))
  return [
    paint('bold', formatTitle({ environment, names, stored, services, unreached, held, cut }, now)),
    ...services.flatMap((service) => ['', ...serviceLines(service, { environment, now }, paint)]),
    ...(unhurt.length === 0 ? [] : ['', ...unhurtLines(unhurt, { unreached, cut })]),
    ...(held.total === 0 ? [] : ['', ...heldLines(environment, held)]),
    ...(unknown.length === 0 ? [] : ['', ...unknownLines(environment, unknown, paint)]),
    ...(cut ? ['', cutLine(cutAt, paint)] : []),
  ]
}

interface TitleParts extends Pick<SimulatedImpact, 'services' | 'unreached' | 'held' | 'cut'> {
  readonly environment: string
  readonly names: readonly string[]
  /** The resources in `names` that are stored. */
  readonly stored: readonly string[]
}

/** Formats the first line. It says nothing about unknown resources: nobody knows what they affect. */
function formatTitle(
  { environment, names, stored, services, unreached, held, cut }: TitleParts,
  now: CurrentStates | undefined,
): string {
  const worse = now === undefined ? services : services.filter((each) => stateText(each) !== now.get(each.service))
  if (stored.length === 0) return `nothing is known about ${failureText(environment, names)}`
  const hurt =
    worse.length === 0 ? formatNoService(cut) : `${cut ? 'at least ' : ''}${formatCount(worse.length, 'service')}`
  const failure = failureText(environment, stored)
  const isUndrawn = services.length === 0 && held.total === 0 && unreached.ancestors > 0
  const reason = held.total === stored.length ? ': redundancy holds it' : isUndrawn ? `: ${undrawnText(unreached)}` : ''
  if (now === undefined) return `${failure} hurts ${hurt}${reason}`
  return `${failure}, beside the active alerts, makes ${hurt} worse${reason}`
}

function failureText(environment: string, names: readonly string[]): string {
  return `a failure of ${formatNames(names)} in ${environmentText(environment)}`
}

/**
 * Formats "no service". If the search was cut, a service beyond the last level may be affected, and the text says so.
 */
function formatNoService(cut: boolean): string {
  return cut ? 'no service within the levels of the search' : 'no service'
}

/** Formats the failures that reach no service, and whether they reach resources that no topology draws. */
function unhurtLines(
  unhurt: readonly string[],
  { unreached, cut }: Pick<SimulatedImpact, 'unreached' | 'cut'>,
): readonly string[] {
  const line = `hurts ${formatNoService(cut)}: ${formatNames(unhurt)}`
  return unreached.ancestors > 0 ? [line, `  ${undrawnText(unreached)}`] : [line]
}

/** Says that something depends on the failed resources, but nobody has drawn it: it may belong to a service. */
function undrawnText({ ancestors, total }: SimulatedImpact['unreached']): string {
  const subject = total === 1 ? 'it reaches' : 'they reach'
  return `${subject} ${formatCount(ancestors, 'resource')}, ${ancestors === 1 ? 'which' : 'none of which'} ${ancestors === 1 ? 'is not' : 'is'} drawn in a topology`
}

/** Formats the failures that affect no service because redundancy rules absorb them, each with its rules. */
function heldLines(environment: string, { total, resources }: SimulatedImpact['held']): readonly string[] {
  const shown = resources.slice(0, MAX_SHOWN_NAMES)
  const more = total - shown.length
  return [
    ...shown.flatMap(({ resource, heldBy }) => [
      `hurts no service, held by redundancy: ${escapeControlCharacters(resource)}`,
      ...heldBy.map((rule) => `  ${redundancyText(rule, environment)}`),
    ]),
    ...(more === 0 ? [] : [`… and ${formatCount(more, 'more resource')} held by redundancy`]),
  ]
}

function unknownLines(environment: string, unknown: SimulatedImpact['unknown'], paint: Paint): readonly string[] {
  const shown = unknown.slice(0, MAX_SHOWN_NAMES).map(({ resource, near }) => {
    const names = near.map((each) =>
      each.environment === environment
        ? escapeControlCharacters(each.resource)
        : resourceText(each.environment, each.resource),
    )
    return `${paint('yellow', 'unknown')}: ${escapeControlCharacters(resource)}${names.length === 0 ? '' : `; near: ${names.join(', ')}`}`
  })
  const more = unknown.length - shown.length
  return [
    ...shown,
    ...(more === 0 ? [] : [`… and ${formatCount(more, 'more unknown resource')}`]),
    `No relation, node or alert in ${environmentText(environment)} has ${unknown.length === 1 ? 'this name' : 'these names'}. Check the spelling and the environment.`,
  ]
}

function cutLine(cutAt: readonly string[], paint: Paint): string {
  return `${paint('yellow', 'not complete')}: more lies above ${formatNames(cutAt)}, beyond the last level of the search. It is not known whether it would be hurt.`
}

interface LineContext {
  /**
   * The environment of the failed resources. A redundancy rule is shown with its environment if that is another one.
   */
  readonly environment: string
  readonly now: CurrentStates | undefined
}

function serviceLines(hurt: HurtService, { environment, now }: LineContext, paint: Paint): readonly string[] {
  const { service, name, severity, redundancy, redundancyTotal, causes, causesTotal } = hurt
  const title =
    name === service
      ? escapeControlCharacters(service)
      : `${escapeControlCharacters(service)} (${escapeControlCharacters(name)})`
  const more = causesTotal - causes.length
  const others = redundancyTotal - redundancy.length
  return [
    `${paint('red', severity ?? '')}  ${paint('bold', title)}${now === undefined ? '' : formatCurrentState(hurt, now)}`,
    ...causes.map((cause) => `  ${causeText(cause)}`),
    ...(more === 0 ? [] : [`  … and ${formatCount(more, 'more cause')}`]),
    ...redundancy.map((rule) => `  ${redundancyText(rule, environment)}`),
    ...(others === 0 ? [] : [`  … and ${formatCount(others, 'more redundancy rule')}`]),
  ]
}

function formatCurrentState(hurt: HurtService, now: CurrentStates): string {
  const state = now.get(hurt.service)
  if (state === stateText(hurt)) return ', as now'
  return state === undefined ? ', not hurt now' : `, now ${state}`
}

function stateText({ severity, acknowledged }: HurtService): string {
  return `${severity}${acknowledged ? ' (acknowledged)' : ''}`
}

/** Formats how many children of a redundancy rule are left, e.g. `database-cluster: 2 of 3 left, 2 needed`. */
function redundancyText({ of, healthy, minHealthy, ...rule }: Redundancy, environment: string): string {
  const where = rule.environment === environment ? '' : ` in ${environmentText(rule.environment)}`
  return `${escapeControlCharacters(rule.resource)}${where}: ${formatNumber(healthy)} of ${formatNumber(of)} left, ${formatNumber(minHealthy)} needed`
}

/**
 * Formats a cause: the path from the failed resource up to the first resource that has a node in the topology of the
 * service, e.g. `disk-1 -> db-1 (explains 2 other failures)`.
 */
function causeText({ alertId, event, severity, path, alerts = [], alertsMore, ...cause }: Cause): string {
  const { explains, explainsMore } = cause
  const names = alerts.map(({ resource }) => resource)
  const circle = formatNames(names, alertsMore !== undefined)
  const remarks = [
    ...(alertId === null ? [] : [`alert ${escapeControlCharacters(event)}, ${severity}`]),
    ...(alerts.length === 0 ? [] : [`in a circle with ${circle}`]),
    ...(explains === 0
      ? []
      : [`explains ${explainsMore ? 'more than ' : ''}${formatCount(explains, 'other failure')}`]),
  ]
  const way = path.map(escapeControlCharacters).join(' -> ')
  return remarks.length === 0 ? way : `${way} (${remarks.join('; ')})`
}

/** @param hasMore true if the list of names is not complete */
function formatNames(names: readonly string[], hasMore = false): string {
  const shown = names.slice(0, MAX_SHOWN_NAMES).map(escapeControlCharacters).join(', ')
  const hiddenCount = formatCount(names.length - MAX_SHOWN_NAMES, 'other')
  return names.length > MAX_SHOWN_NAMES ? `${shown} and ${hasMore ? 'more than ' : ''}${hiddenCount}` : shown
}
