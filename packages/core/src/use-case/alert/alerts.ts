import type { Caller } from '../../access/caller.js'
import type { Alert } from '../../alert/alert.js'
import { type ImpactFilters, readAlertFilters } from '../../alert/alert-selection.js'
import { ACTIVE_STATUSES } from '../../alert/alert-status.js'
import { showAlert, showWholeAlert } from '../../alert/shown-alert.js'
import type { JsonObject } from '../../json-value.js'
import type { ListFilter } from '../../list-columns.js'
import { requireFound } from '../../opsgraph-error.js'
import { type ListRequest, type PagedList, pageOf, readListQuery } from '../../page.js'
import { resolveFilters } from '../alias/resolve-names.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { readInPages } from '../file/read-in-pages.js'
import { addImpactFilter, type ImpactFiltered } from '../impact/add-impact-filter.js'

/** Selects the alerts of a list. */
interface AlertsChoice extends Pick<ListRequest<ListFilter<'alerts'>>, 'filters'>, ImpactFilters {}

export interface AlertsRequest extends AlertsChoice, ListRequest<ListFilter<'alerts'>> {}

/** A page of alerts. */
export interface AlertList extends PagedList<Alert>, Pick<ImpactFiltered, 'unknown'> {}

/**
 * Lists alerts, oldest first (rules.md#reading-and-changing-alerts).
 *
 * @throws OpsgraphError `invalid` for an invalid page, page size or time, an unknown sort column, or an unknown value;
 *   `forbidden` if `hurts` or `unreached` is given and the caller lacks a scope
 */
export async function listAlerts(
  dependencies: Dependencies,
  caller: Caller,
  { hurts, unreached, ...request }: AlertsRequest,
): Promise<AlertList> {
  const read = readAlertFilters(request.filters)
  const query = readListQuery('alerts', { ...request, filters: read })
  const named = await resolveFilters<ListFilter<'alerts'>>(dependencies.store, read, ['resource'])
  const { filters, unknown } = await addImpactFilter(dependencies, caller, { hurts, unreached, filters: named })
  const page = await dependencies.store.alerts.list({ ...query, filters })
  return { ...pageOf(query, { ...page, items: page.items.map(showAlert) }), ...(unknown && { unknown }) }
}

/** The number of alerts on one page. It is low, because an alert may take a megabyte. */
const ALERTS_AT_ONCE = 200

/**
 * Returns all alerts that {@link listAlerts} lists in its default order, page by page (rules.md#csv-lists).
 *
 * @throws OpsgraphError `invalid` for an invalid time or an unknown value; `forbidden` if `hurts` or `unreached` is
 *   given and the caller lacks a scope
 */
export async function streamAlerts(
  dependencies: Dependencies,
  caller: Caller,
  { hurts, unreached, filters: sent }: AlertsChoice,
): Promise<AsyncIterable<readonly Alert[]>> {
  const { filters: read } = readListQuery('alerts', { filters: readAlertFilters(sent) })
  const named = await resolveFilters<ListFilter<'alerts'>>(dependencies.store, read, ['resource'])
  const { filters } = await addImpactFilter(dependencies, caller, { hurts, unreached, filters: named })
  const { alerts } = dependencies.store
  return await readInPages(ALERTS_AT_ONCE, async (last?: Alert) =>
    (await alerts.after(last, ALERTS_AT_ONCE, filters)).map(showAlert),
  )
}

/**
 * Lists the alerts of a service, by default only the active alerts (rules.md#reading-and-changing-alerts).
 *
 * @throws OpsgraphError `invalid` for an invalid page, page size or time, an unknown sort column, or an unknown value
 */
export async function listAlertsByService(
  dependencies: Dependencies,
  caller: Caller,
  service: string,
  request: ListRequest<ListFilter<'alerts'>>,
): Promise<PagedList<Alert>> {
  const filters = { ...request.filters, status: request.filters?.status ?? ACTIVE_STATUSES, service: [service] }
  return await listAlerts(dependencies, caller, { ...request, filters })
}

/**
 * Reads one alert (rules.md#reading-and-changing-alerts).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readAlertById({ store }: Dependencies, id: string): Promise<Alert> {
  const alert = requireFound(await store.alerts.read(id), 'alert')
  return showWholeAlert(alert)
}

/**
 * Deletes an alert. The relations that it has declared remain stored (rules.md#relations-of-an-alert-4).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteAlert(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  await dependencies.store.transaction(async (parts) => {
    const alert = requireFound(await parts.alerts.lockById(id), 'alert')
    await parts.alerts.delete(id)
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'alert-deleted',
        resourceId: id,
        text: `alert ${alert.event} of ${alert.resource} deleted`,
        attributes: { ...alertFacts(alert), status: alert.status },
      }),
    )
  })
}

/** The fields of an alert that audit entries contain. */
export function alertFacts({ environment, resource, event, severity }: Alert): JsonObject {
  return { environment, resource, event, severity }
}
