import { changedStates, type ServiceState, type Transition, transitionTo } from '../../history/transition.js'
import type { Impact } from '../../impact/impact-search.js'
import { timestamp } from '../../timestamp.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact, unchangedImpact } from '../impact/current-impact.js'

/**
 * Stores a transition for each service whose state differs from its last stored state (rules.md#history-of-services). A
 * server calls this function every second. If several servers call it at the same time, only one of them does the work.
 * If nothing has changed since the last call, it costs one short statement.
 *
 * @returns how many transitions were stored
 */
export async function noticeImpact(dependencies: Dependencies): Promise<number> {
  const { store, impactCache } = dependencies
  const unchanged = await unchangedImpact(dependencies)
  if (unchanged !== undefined && impactCache.noticed.has(unchanged)) return 0
  const notice = () => noticeChanges(dependencies)
  return (await (store.lead === undefined ? notice() : store.lead('serviceHistory', notice))) ?? 0
}

async function noticeChanges(dependencies: Dependencies): Promise<number> {
  const { store, impactCache } = dependencies
  // The stored states are read before the impact. If another server notices a newer impact meanwhile, its transitions
  // are newer than these states, and `append` finds that.
  const stored = await store.serviceHistory.hurt()
  const { impact, states } = await readCurrentImpact(dependencies, async ({ impact }) => ({
    impact,
    states: impactCache.noticed.has(impact) ? undefined : await statesIn(impact),
  }))
  if (states === undefined) return 0
  const changed = changedStates(stored, states)
  const written = changed.length === 0 ? 0 : await append(dependencies, stored, changed)
  if (written === changed.length) impactCache.noticed.add(impact)
  return written
}

/** The states of the services that are hurt. */
async function statesIn(impact: Impact): Promise<readonly ServiceState[]> {
  const hurt = impact.services.filter(({ severity }) => severity !== null)
  const causes = await runWithPauses(impact.firstCauses(hurt))
  return hurt.map((each, at) => ({
    ...{ service: each.service, severity: each.severity, acknowledged: each.acknowledged },
    acknowledgedSeverity: impact.acknowledgedSeverity(each),
    causes: (causes[at] ?? []).map(({ alertId, environment, resource, event, severity: own }) => ({
      ...{ alertId, environment, resource, event, severity: own },
    })),
  }))
}

/**
 * Stores the transitions to the changed states, in one transaction. Stores none if another server has stored a
 * transition of one of these services since `stored` was read: it may know a newer impact.
 *
 * @returns how many were stored
 */
async function append(
  { store, clock }: Dependencies,
  stored: readonly Transition[],
  changed: readonly ServiceState[],
): Promise<number> {
  const known = new Map(stored.map((transition) => [transition.service, transition.sequence]))
  return await store.transaction(async ({ serviceHistory }) => {
    const newest = await serviceHistory.newest(changed.map(({ service }) => service))
    const before = new Map(newest.map((transition) => [transition.service, transition]))
    const hurt = new Map(newest.flatMap(({ service, sequence, to }) => (to === null ? [] : [[service, sequence]])))
    if (changed.some(({ service }) => hurt.get(service) !== known.get(service))) return 0
    const now = timestamp(clock())
    await serviceHistory.append(changed.map((state) => transitionTo(state, before.get(state.service), now)))
    return changed.length
  })
}
