import type { SimulatedImpact } from '@opsgraph/core'
import { UsageError } from '../faults.js'
import { impactLines } from '../impact/impact-text.js'
import { openTarget, type Target, type TargetFlags } from '../importing/target.js'
import { OPERATOR } from '../operator.js'
import type { Ports } from '../ports.js'
import type { RemoteServer } from '../remote-server.js'
import { serverUrl } from '../server-options.js'
import { painter } from '../text.js'

const PATH = '/api/impact/simulate'

/** The exit status if a resource is unknown. */
const UNKNOWN_STATUS = 3

export interface ImpactFlags extends TargetFlags {
  readonly environment: string
  /** Whether to print the HTTP answer instead of text for people. */
  readonly json?: boolean
}

interface Failures {
  readonly environment: string
  readonly resources: readonly string[]
}

/**
 * Shows which services would be hurt if the given resources failed. Exits with 3 if a resource is unknown.
 *
 * @throws UsageError for a wrong flag, or if the server answers that a resource or the environment is invalid
 * @throws OpsgraphError `invalid` if a resource or the environment is invalid, and a snapshot is used
 * @throws StartError if the snapshot cannot be read, or the server does not answer
 */
export async function simulateImpact(
  resources: readonly string[],
  { environment, json = false, ...flags }: ImpactFlags,
  ports: Ports,
): Promise<void> {
  if (flags.state === undefined && serverUrl(flags, ports.env) === undefined) {
    throw new UsageError(
      '--state or --url (OPSGRAPH_URL) is required: the snapshot or the server that has the resource graph',
    )
  }
  const failures = { environment, resources }
  const impact = await simulate(await openTarget(flags, ports), failures)
  if (json) ports.print(JSON.stringify({ status: 'ok', ...impact }))
  else for (const line of impactLines(failures, impact, painter(ports.terminal.isColored))) ports.print(line)
  if (impact.unknown.length > 0) ports.exit(UNKNOWN_STATUS)
}

async function simulate(target: Target, failures: Failures): Promise<SimulatedImpact> {
  if ('server' in target) return await simulateOn(target.server, failures)
  return await target.opsgraph.simulateFailures(OPERATOR, failures)
}

async function simulateOn(server: RemoteServer, failures: Failures): Promise<SimulatedImpact> {
  const answer = await server.postJson(PATH, failures)
  if (answer.status === 200 && isImpact(answer.body)) {
    const { services, unreached, unknown, cut, cutAt } = answer.body
    return { services, unreached, unknown, cut, cutAt }
  }
  const refusal = server.refusal(answer)
  throw answer.status === 400 ? new UsageError(refusal.message) : refusal
}

function isImpact(body: unknown): body is SimulatedImpact {
  const { services, unreached, unknown, cut, cutAt } = (body ?? {}) as Partial<Record<keyof SimulatedImpact, unknown>>
  const lists = [services, unknown, cutAt]
  return lists.every(Array.isArray) && typeof cut === 'boolean' && typeof unreached === 'object' && unreached !== null
}
