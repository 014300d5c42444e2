import type { SimulatedImpact } from '@opsgraph/core'
import { counted, type Paint, printable } from '../text.js'

type HurtService = SimulatedImpact['services'][number]
type Cause = HurtService['causes'][number]

/** At most this many names are listed on one line. */
const NAMES = 20

/**
 * Formats the result of a simulation as text for people. Lists the services that the failures would hurt, the worst
 * first, with the causes of each, then the failed resources that would hurt no service, the resources that are unknown,
 * and where the walk ended although more lies above.
 */
export function impactLines(
  { environment, resources }: { readonly environment: string; readonly resources: readonly string[] },
  { services, unreached, unknown, cut, cutAt }: SimulatedImpact,
  paint: Paint,
): readonly string[] {
  const hurt = services.length === 0 ? 'no service' : counted(services.length, 'service')
  const names = [...new Set(resources.map((name) => name.trim()))]
  const isUnknown = new Set(unknown.map(({ resource }) => resource))
  const unhurt = unreached.resources.filter((name) => !isUnknown.has(name))
  const title = `a failure of ${listed(names)} in ${environmentText(environment)} hurts ${hurt}`
  return [
    paint('bold', title),
    ...services.flatMap((service) => ['', ...serviceLines(service, paint)]),
    ...(unhurt.length === 0 ? [] : ['', `hurts no service: ${listed(unhurt)}`]),
    ...(unknown.length === 0 ? [] : ['', ...unknownLines(environment, unknown, paint)]),
    ...(cut ? ['', cutLine(cutAt, paint)] : []),
  ]
}

function unknownLines(environment: string, unknown: SimulatedImpact['unknown'], paint: Paint): readonly string[] {
  const shown = unknown.slice(0, NAMES).map(({ resource, near }) => {
    const names = near.map((each) =>
      each.environment === environment
        ? printable(each.resource)
        : `${printable(each.resource)} in ${environmentText(each.environment)}`,
    )
    return `${paint('yellow', 'unknown')}: ${printable(resource)}${names.length === 0 ? '' : `; near: ${names.join(', ')}`}`
  })
  const more = unknown.length - shown.length
  return [
    ...shown,
    ...(more === 0 ? [] : [`… and ${counted(more, 'more unknown resource')}`]),
    `No relation, node or alert in ${environmentText(environment)} has ${unknown.length === 1 ? 'this name' : 'these names'}. Check the spelling and the environment.`,
  ]
}

function cutLine(cutAt: readonly string[], paint: Paint): string {
  return `${paint('yellow', 'not complete')}: more lies above ${listed(cutAt)}, beyond the last level of the search. It is not known whether it would be hurt.`
}

function environmentText(environment: string): string {
  return environment === '' ? 'the empty environment' : `environment ${printable(environment)}`
}

function serviceLines({ service, name, severity, causes, causesTotal }: HurtService, paint: Paint): readonly string[] {
  const title = name === service ? printable(service) : `${printable(service)} (${printable(name)})`
  const more = causesTotal - causes.length
  return [
    `${paint('red', severity ?? '')}  ${paint('bold', title)}`,
    ...causes.map((cause) => `  ${causeText(cause)}`),
    ...(more === 0 ? [] : [`  … and ${counted(more, 'more cause')}`]),
  ]
}

/**
 * Formats a cause: the path from the failed resource to the nearest resource that has a node in the topology of the
 * service, e.g. `disk-1 -> db-1 (explains 2 other failures)`.
 */
function causeText({ path, explains, explainsMore, alerts = [], alertsMore }: Cause): string {
  const names = alerts.map(({ resource }) => resource)
  const circle = listed(names, alertsMore !== undefined)
  const remarks = [
    ...(alerts.length === 0 ? [] : [`in a circle with ${circle}`]),
    ...(explains === 0 ? [] : [`explains ${explainsMore ? 'more than ' : ''}${counted(explains, 'other failure')}`]),
  ]
  const way = path.map(printable).join(' -> ')
  return remarks.length === 0 ? way : `${way} (${remarks.join('; ')})`
}

/** @param hasMore true if there are more names than the given ones */
function listed(names: readonly string[], hasMore = false): string {
  const shown = names.slice(0, NAMES).map(printable).join(', ')
  const left = counted(names.length - NAMES, 'other')
  return names.length > NAMES ? `${shown} and ${hasMore ? 'more than ' : ''}${left}` : shown
}
