import { SeverityClock, type TimeBySeverity } from '../../history/time-by-severity.js'
import { type RangeRequest, readRange } from '../../history/time-range.js'
import type { Transition } from '../../history/transition.js'
import { LIMITS } from '../../limits.js'
import { normalizeName } from '../../name.js'
import { invalid, requireFound } from '../../opsgraph-error.js'
import { type ListRequest, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { HistoryRange, ServiceHistoryStore } from '../../port/service-history-store.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from '../impact/current-impact.js'

/** The maximum number of transitions that one statement reads. */
const TRANSITIONS_AT_ONCE = 10_000

export interface HistoryRequest extends RangeRequest, Pick<ListRequest<never>, 'page' | 'pageSize'> {
  readonly service: string
}

/** A transition in an answer. */
export interface ListedTransition extends Omit<Transition, 'acknowledgedSeverity'> {}

export interface ServiceHistory extends PagedList<ListedTransition>, TimeBySeverity, HistoryRange {
  /**
   * Since when the state of the service is known, at the earliest `from`; `null` = it is unknown throughout the range.
   */
  readonly knownSince: string | null
}

/**
 * Lists the transitions of a service in a range of time, newest first, and adds up how long the service had each
 * severity (rules.md#history-of-services).
 *
 * @throws OpsgraphError `notFound` if there is no such service and never was; `invalid` for an invalid page, page size
 *   or time, if `from` is not before `to`, or if the range has too many transitions
 */
export async function readServiceHistory(
  dependencies: Dependencies,
  { service, from, to, ...paging }: HistoryRequest,
): Promise<ServiceHistory> {
  const query = readListQuery('impact', paging)
  const now = dependencies.clock()
  const range = { service: normalizeName(service), ...readRange({ from, to }, now) }
  const found = await dependencies.store.snapshot(async ({ serviceHistory }) => ({
    page: await serviceHistory.list(range, query),
    ...(await addUpTimes(serviceHistory, range, timestamp(now))),
    isKnown: (await serviceHistory.newest([range.service])).length > 0,
  }))
  const { page, isKnown, ...times } = found
  if (!isKnown) await requireService(dependencies, range.service)
  const items = page.items.map(({ acknowledgedSeverity: _, ...transition }) => transition)
  return { ...pageOf(query, { ...page, items }), ...range, ...times }
}

/** Adds up the time at each severity, at most until `now`, because the future is unknown. */
async function addUpTimes(
  serviceHistory: ServiceHistoryStore,
  range: HistoryRange,
  now: string,
): Promise<TimeBySeverity & Pick<ServiceHistory, 'knownSince'>> {
  const clock = new SeverityClock(range.from, range.to < now ? range.to : now)
  let first: string | undefined
  let after = 0
  for (let left = LIMITS.historyTransitions + 1; left > 0; ) {
    const steps = await serviceHistory.steps(range, { after, limit: Math.min(left, TRANSITIONS_AT_ONCE) })
    for (const step of steps) clock.add(step)
    first ??= steps[0]?.time
    left -= steps.length
    if (left === 0) throw tooManyTransitionsError(range.service)
    if (steps.length < TRANSITIONS_AT_ONCE) break
    after = steps.at(-1)?.sequence ?? after
  }
  return { ...clock.total(), knownSince: first === undefined ? null : first > range.from ? first : range.from }
}

function tooManyTransitionsError(service: string) {
  const limit = LIMITS.historyTransitions.toLocaleString('en-US')
  return invalid(`${service} has more than ${limit} transitions from \`from\` to \`to\`: ask for a shorter time`)
}

/** @throws OpsgraphError `notFound` if no topology, catalog entry or active alert names the service */
async function requireService(dependencies: Dependencies, service: string): Promise<void> {
  requireFound(await readCurrentImpact(dependencies, async ({ impact }) => impact.serviceNamed(service)), 'service')
}
