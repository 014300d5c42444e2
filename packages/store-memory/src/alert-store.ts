import type { Alert, Filters, ListFilter } from '@opsgraph/core'
import {
  ACTIVE_STATUSES,
  type AlertStore,
  alertKey,
  compareCreation,
  compareNames,
  dueTime,
  indexAlert,
  type ListSort,
  OpsgraphError,
} from '@opsgraph/core/store'
import { forEachInSteps, type TableAccess } from './access.js'
import { buildFilterTest, firstRowsAfter, type ListColumns, listPage, sortInSteps } from './list-page.js'
import { frozenCopy } from './table.js'
import { fingerprintKey, type Tables } from './tables.js'

/**
 * Maximum number of alerts that one step writes. Copying and writing so many alerts of the maximum size takes about 20
 * milliseconds.
 */
const ALERTS_WRITTEN_AT_ONCE = 10

export function alertStore(tables: Tables, access: TableAccess): AlertStore {
  return { ...readMethods(tables, access), ...lockMethods(tables, access), ...writeMethods(tables, access) }
}

function readMethods(tables: Tables, access: TableAccess) {
  const { alert, alertInOrder, alertByService, alertByFingerprint, alertByCorrelation } = tables
  return {
    read: (id) => access(() => alert.get(id)),
    list: (query) => access.inSteps(() => listPage(candidateAlerts(tables, query.filters), query, ALERT_COLUMNS)),
    known: (environment, resources) => {
      const wantedResources = new Set(resources)
      return access(() => {
        const alerts = [...alert.rows()].filter((row) => row.environment === environment)
        return [...new Set(alerts.map(({ resource }) => resource))].filter((resource) => wantedResources.has(resource))
      })
    },
    activeOf: (services, severities) =>
      access.inSteps(function* () {
        const wantedSeverities = severities === undefined ? undefined : new Set(severities)
        const found =
          services === undefined ? alert.rows() : new Set(services.flatMap((service) => alertByService.find(service)))
        const active = [...found].filter(
          ({ status, severity }) => ACTIVE_STATUSES.includes(status) && (wantedSeverities?.has(severity) ?? true),
        )
        return yield* sortInSteps(active, compareCreation)
      }),
    after: (last, limit, filters) => {
      const isMatching = buildFilterTest<Alert, ListFilter<'alerts'>>(filters, ALERT_COLUMNS)
      return access.inSteps(() =>
        firstRowsAfter(alertInOrder.rows(), { last, compare: compareCreation }, limit, isMatching),
      )
    },
    /** Reads every alert, because no index has the `dueTime`. */
    due: (until, limit) =>
      access(() =>
        [...alert.rows()]
          .flatMap((row) => {
            const time = dueTime(row)
            return time !== null && time <= until ? [{ row, time }] : []
          })
          .sort((left, right) => compareNames(left.time, right.time) || compareNames(left.row.id, right.row.id))
          .slice(0, limit)
          .map(({ row }) => toKey(row)),
      ),
    holding: (fingerprints) =>
      access(() => {
        const found = fingerprints.flatMap((sent) => alertByFingerprint.find(fingerprintKey(sent)))
        return [...new Set(found)].map(toKey)
      }),
    naming: ({ environment, resource }) =>
      access(() =>
        [...alert.rows()]
          .filter(
            (row) =>
              row.environment === environment &&
              ACTIVE_STATUSES.includes(row.status) &&
              [row.resource, row.resourceParent, ...row.resourceChildren].includes(resource),
          )
          .map(toKey),
      ),
    correlating: (keys) =>
      access(() => [...new Set(keys.flatMap((key) => alertByCorrelation.find(alertKey(key))))].map(toKey)),
  } satisfies Partial<AlertStore>
}

/**
 * The calls that lock alerts. They only read the alerts: no lock is needed, because only one transaction runs at a
 * time.
 */
function lockMethods(tables: Tables, access: TableAccess) {
  const { alert, alertByKey } = tables
  return {
    lock: (keys) => access(() => [...new Set(keys.map(alertKey))].flatMap((key) => alertByKey.find(key))),
    lockMatching: (filters, limit) =>
      access.inSteps(function* () {
        const query = { filters, sort: undefined, page: 1, pageSize: limit }
        const { items, total } = yield* listPage(candidateAlerts(tables, filters), query, ALERT_COLUMNS)
        return { items: items.map((row) => ({ id: row.id, ...toKey(row) })), total }
      }),
    lockById: (id) => access(() => alert.get(id)),
  } satisfies Partial<AlertStore>
}

function writeMethods({ alert, alertByKey }: Tables, access: TableAccess) {
  const removeAll = (rows: readonly Pick<Alert, 'id'>[]) => {
    for (const { id } of rows) alert.remove(id)
  }
  return {
    save: (alerts) =>
      access.inSteps(() =>
        forEachInSteps(alerts, ALERTS_WRITTEN_AT_ONCE, (sent) => {
          const stored = alertByKey.findOne(alertKey(sent))
          if (stored !== undefined && stored.id !== sent.id) {
            throw new OpsgraphError('conflict', `the alert ${sent.id} has the key of the stored alert ${stored.id}`)
          }
          alert.put(frozenCopy(sent))
        }),
      ),
    takeOut: (alerts) => access(() => removeAll(alerts)),
    delete: (id) => access(() => alert.remove(id) !== undefined),
    deleteEnded: (before, limit) =>
      access(() => {
        const ended = [...alert.rows()].filter(
          (row) => !ACTIVE_STATUSES.includes(row.status) && lastChangeTime(row) < before,
        )
        ended.sort(
          (left, right) => compareNames(lastChangeTime(left), lastChangeTime(right)) || compareNames(left.id, right.id),
        )
        const deleted = ended.slice(0, limit)
        removeAll(deleted)
        return deleted.length
      }),
  } satisfies Partial<AlertStore>
}

/**
 * Returns the rows that a list must search: if the filter names exactly one service, the alerts of this service;
 * otherwise all alerts.
 */
function candidateAlerts({ alert, alertByService }: Tables, filters: Filters<ListFilter<'alerts'>>): Iterable<Alert> {
  const [service, ...services] = filters.service ?? []
  return service === undefined || services.length > 0 ? alert.rows() : alertByService.find(service)
}

function toKey({ environment, resource, event }: Alert) {
  return { environment, resource, event }
}

const ALERT_COLUMNS: ListColumns<Alert, ListFilter<'alerts'>, ListSort<'alerts'>> = {
  filter: {
    tag: (row) => row.tags,
    window: (row) => row.maintenance?.windowId ?? null,
    from: ({ lastReceiveTime }, accepted) => anyValueMatches(accepted, (time) => lastReceiveTime >= time),
    to: ({ lastReceiveTime }, accepted) => anyValueMatches(accepted, (time) => lastReceiveTime < time),
    q: (row, accepted) => {
      const { search } = indexAlert(row)
      return anyValueMatches(accepted, (part) => search.includes(part))
    },
  },
  sort: { severity: (row) => indexAlert(row).severityRank },
  newestBy: { severity: (row) => row.activeSince },
  compare: compareCreation,
}

/** Returns the time when an alert was last changed or received, whichever is later. */
function lastChangeTime({ updateTime, lastReceiveTime }: Alert): string {
  return updateTime > lastReceiveTime ? updateTime : lastReceiveTime
}

function anyValueMatches(values: ReadonlySet<string>, test: (value: string) => boolean): boolean {
  for (const value of values) if (test(value)) return true
  return false
}
