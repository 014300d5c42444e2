import type { Alert } from '../../alert/alert.js'
import { createAlert } from '../../alert/known-alert.js'
import { readAlert } from '../../alert/read-alert.js'
import type { ExplainedImpact, ServiceCause } from '../../impact/explain-services.js'
import type { NamedAlert } from '../../impact/named-alert.js'
import { type Failures, type FailuresInput, readFailures } from '../../impact/read-failures.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readySearch } from './impact-state.js'

/** The services that failures would hurt. The root causes are failed resources, so they have no alert ids. */
export interface SimulatedImpact {
  /** The services that would be hurt, the most hurt first. */
  readonly services: readonly SimulatedServiceImpact[]
  /** The failed resources that reach no service. */
  readonly unreached: { readonly total: number; readonly resources: readonly string[] }
}

export interface SimulatedServiceImpact extends Omit<ExplainedImpact, 'causes'> {
  readonly causes: readonly SimulatedCause[]
}

export interface SimulatedCause extends Omit<ServiceCause, 'alertId' | 'alerts'> {
  readonly alertId: null
  readonly alerts?: readonly SimulatedAlert[]
}

export type SimulatedAlert = Omit<NamedAlert, 'alertId'> & { readonly alertId: null }

/**
 * Finds which services would be hurt if some resources failed (rules.md#simulated-failures). Each failure counts as a
 * critical alert that names no service. Stored alerts do not count.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export async function simulateFailures(dependencies: Dependencies, failures: FailuresInput): Promise<SimulatedImpact> {
  const alerts = toAlerts(readFailures(failures), dependencies.clock().toISOString())
  const { store, graphTurns } = dependencies
  return await graphTurns.pass(async () => {
    const { search } = await store.snapshot((parts) => readySearch(dependencies, parts, alerts))
    const impact = await runWithPauses(search.run())
    const hurt = await runWithPauses(impact.explain(impact.services.filter(({ severity }) => severity !== null)))
    return {
      services: hurt.map((service) => ({
        ...service,
        causes: service.causes.map(withoutIds),
      })),
      unreached: {
        total: impact.unreached.length,
        resources: impact.unreached.map(({ resource }) => resource),
      },
    }
  })
}

/** Simulated alerts are not stored, so their ids mean nothing to the caller. */
function withoutIds({ alerts, ...cause }: ServiceCause): SimulatedCause {
  const others = alerts?.map((alert) => ({ ...alert, alertId: null }))
  return { ...cause, alertId: null, ...(others === undefined ? {} : { alerts: others }) }
}

function toAlerts({ environment, resources }: Failures, now: string): readonly Alert[] {
  // `readAlert` refuses the environment "", but a failed resource may be in this environment. So `readAlert` gets
  // placeholders, and the real environment and resource are set below.
  const sent = readAlert({ environment: '-', resource: '-', event: 'SimulatedFailure', severity: 'critical' })
  return resources.map((resource, index) => {
    const arrival = { now, newId: () => `simulated-${index}`, actor: 'simulation', source: 'simulation' }
    return createAlert({ ...sent, environment, resource }, arrival)
  })
}
