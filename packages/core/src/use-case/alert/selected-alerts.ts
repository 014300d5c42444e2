import { type Caller, requireScope } from '../../access/caller.js'
import { IMPACT_SCOPES } from '../../access/scope.js'
import type { Alert } from '../../alert/alert.js'
import type { AlertSelection } from '../../alert/alert-selection.js'
import type { AlertStatus } from '../../alert/alert-status.js'
import { LIMITS } from '../../limits.js'
import type { ListFilter } from '../../list-columns.js'
import { invalid, OpsgraphError } from '../../opsgraph-error.js'
import type { AlertRef } from '../../port/alert-store.js'
import type { StoreParts } from '../../port/store.js'
import { resolveFilters } from '../alias/resolve-names.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from '../impact/current-impact.js'

/** A message names at most this many unknown ids. */
const MAX_NAMED_IDS = 10

/** The alerts that a request has locked. */
interface LockedSelection {
  readonly refs: readonly AlertRef[]
  /** True if the request changes the locked alert. False for an explained alert that keeps its status. */
  readonly isChanged: (locked: Alert) => boolean
}

type Selection = Pick<AlertSelection, 'ids' | 'filters'>
type SelectionWithExplained = Selection & { readonly withExplained: boolean }

/**
 * Runs `work` in a transaction that has locked the selected alerts and, with `withExplained`, the alerts that they
 * explain.
 *
 * @throws OpsgraphError `invalid` if too many alerts are selected or explained; `notFound`, naming the unknown ids;
 *   `forbidden` if `withExplained` is true and the caller lacks a scope of the impact
 */
export async function withSelectedAlerts<T>(
  dependencies: Dependencies,
  caller: Caller,
  { withExplained, ...selected }: SelectionWithExplained,
  work: (parts: StoreParts, locked: LockedSelection) => Promise<T>,
): Promise<T> {
  const { store } = dependencies
  // An alias stands for a resource in one environment only. In another environment, the same name may be a resource.
  const isOneEnvironment = selected.filters.environment?.length === 1
  const filters = isOneEnvironment
    ? await resolveFilters<ListFilter<'alerts'>>(store, selected.filters, ['resource'])
    : selected.filters
  const selection = { ...selected, filters }
  if (!withExplained) {
    return await store.transaction(async (parts) => {
      return await work(parts, { refs: await lockSelected(parts, selection), isChanged: () => true })
    })
  }
  // The impact is read before anything is locked. So the alerts are selected again afterwards, among those that were
  // selected before. If some no longer match, the impact is read again for the rest.
  let ids = idsOf(await store.transaction((parts) => lockSelected(parts, selection)))
  for (;;) {
    const chosen = new Set(ids)
    const explained = await readExplained(dependencies, caller, ids)
    const done = await store.transaction(
      async (parts): Promise<{ readonly result: T } | { readonly left: AlertIds }> => {
        const { items: refs } = await parts.alerts.lockMatching({ id: [...chosen, ...explained] }, LIMITS.bulkAlerts)
        const stillSelected = await lockSelected(parts, {
          ...selection,
          filters: { ...selection.filters, id: [...chosen] },
        })
        if (stillSelected.length < chosen.size) return { left: idsOf(stillSelected) }
        return {
          result: await work(parts, {
            refs,
            isChanged: (alert) => chosen.has(alert.id) || followsStatusOfCause(alert),
          }),
        }
      },
    )
    if ('result' in done) return done.result
    ids = done.left
  }
}

type AlertIds = readonly string[]

function idsOf(refs: readonly AlertRef[]): AlertIds {
  return refs.map(({ id }) => id)
}

async function lockSelected(parts: StoreParts, { ids, filters }: Selection): Promise<readonly AlertRef[]> {
  const { items, total } = await parts.alerts.lockMatching(filters, LIMITS.bulkAlerts)
  if (total > LIMITS.bulkAlerts) throw invalid(`${total} alerts match, the limit is ${LIMITS.bulkAlerts} alerts`)
  const found = new Set(idsOf(items))
  const unknown = ids?.filter((id) => !found.has(id)) ?? []
  if (unknown.length > 0) throw unknownAlertsError(unknown)
  return items
}

function unknownAlertsError(ids: readonly string[]): OpsgraphError {
  const others = ids.length > MAX_NAMED_IDS ? ` and ${ids.length - MAX_NAMED_IDS} more` : ''
  return new OpsgraphError(
    'notFound',
    `alerts not found: ${ids
      .slice(0, MAX_NAMED_IDS)
      .map((id) => id.slice(0, 100))
      .join(', ')}${others}`,
  )
}

const FOLLOWING_STATUSES: readonly AlertStatus[] = ['open', 'ack', 'assign']

/** True if an alert with this status gets the new status of an alert that explains it. */
function followsStatusOfCause({ status }: Pick<Alert, 'status'>): boolean {
  return FOLLOWING_STATUSES.includes(status)
}

/**
 * Finds the alerts that some other alerts explain directly, and whose status changes together with these
 * (rules.md#explained-alerts).
 *
 * @param ids the ids of stored alerts; alerts that are not active explain nothing
 * @returns the ids of the explained alerts, without the given ones
 * @throws OpsgraphError `forbidden` if the caller lacks a scope of the impact; `invalid` if there are too many alerts
 */
async function readExplained(
  dependencies: Dependencies,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  for (const scope of IMPACT_SCOPES) requireScope(caller, scope)
  const explained = await readCurrentImpact(dependencies, ({ impact }) => runWithPauses(impact.explainedBy(ids)))
  const found = new Set(explained.filter(followsStatusOfCause).map(({ id }) => id))
  for (const id of ids) found.delete(id)
  const count = ids.length + found.size
  if (count <= LIMITS.bulkAlerts) return found
  throw invalid(`${count} alerts with those that they explain, the limit is ${LIMITS.bulkAlerts} alerts`)
}
