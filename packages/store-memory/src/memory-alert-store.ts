import type { Alert, Filters, ListFilter } from '@opsgraph/core'
import {
  ACTIVE_STATUSES,
  type AlertKey,
  type AlertStore,
  alertKey,
  compareCreation,
  compareNames,
  dueTime,
  indexAlert,
  type ListQuery,
  type ListSort,
  OpsgraphError,
  type Page,
} from '@opsgraph/core/store'
import { type Access, eachOf } from './access.js'
import { fieldCells, type ListColumns, listPage, sorted } from './list-page.js'
import { frozenCopy } from './table.js'
import { fingerprintKey, type SourcedFingerprint, type Tables } from './tables.js'

/** Copying and writing this many alerts of the maximum size takes about 20 milliseconds. */
const WRITTEN_AT_ONCE = 10

export class MemoryAlertStore implements AlertStore {
  readonly #tables: Tables
  readonly #access: Access

  constructor(tables: Tables, access: Access) {
    this.#tables = tables
    this.#access = access
  }

  read(id: string): Promise<Alert | undefined> {
    return this.#access(() => this.#tables.alert.get(id))
  }

  list(query: ListQuery<ListFilter<'alerts'>, ListSort<'alerts'>>): Promise<Page<Alert>> {
    return this.#access.inSteps(() => listPage(this.#candidates(query), query, COLUMNS))
  }

  known(environment: string, resources: readonly string[]): Promise<readonly string[]> {
    const wanted = new Set(resources)
    return this.#access(() => {
      const alerts = [...this.#tables.alert.rows()].filter((alert) => alert.environment === environment)
      return [...new Set(alerts.map(({ resource }) => resource))].filter((resource) => wanted.has(resource))
    })
  }

  activeOf(
    services: readonly string[] | undefined,
    severities: readonly string[] | undefined,
  ): Promise<readonly Alert[]> {
    const { alert, alertByService } = this.#tables
    return this.#access.inSteps(function* () {
      const wanted = severities === undefined ? undefined : new Set(severities)
      const found =
        services === undefined ? alert.rows() : new Set(services.flatMap((service) => alertByService.find(service)))
      const active = [...found].filter(
        ({ status, severity }) => ACTIVE_STATUSES.includes(status) && (wanted?.has(severity) ?? true),
      )
      return yield* sorted(active, compareCreation)
    })
  }

  ofStatus(
    status: Alert['status'],
    after: Pick<Alert, 'createTime' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly Alert[]> {
    return this.#access(() =>
      Array.from(this.#tables.alert.rows())
        .filter((alert) => alert.status === status && (after === undefined || compareCreation(alert, after) > 0))
        .sort(compareCreation)
        .slice(0, limit),
    )
  }

  /** Reads all alerts. */
  due(until: string, limit: number): Promise<readonly AlertKey[]> {
    return this.#access(() =>
      [...this.#tables.alert.rows()]
        .flatMap((row) => {
          const time = dueTime(row)
          return time !== null && time <= until ? [{ row, time }] : []
        })
        .sort((left, right) => compareNames(left.time, right.time) || compareNames(left.row.id, right.row.id))
        .slice(0, limit)
        .map(({ row: { environment, resource, event } }) => ({ environment, resource, event })),
    )
  }

  holding(fingerprints: readonly SourcedFingerprint[]): Promise<readonly AlertKey[]> {
    return this.#access(() => {
      const found = fingerprints.flatMap((sent) => this.#tables.alertByFingerprint.find(fingerprintKey(sent)))
      return [...new Set(found)].map(({ environment, resource, event }) => ({ environment, resource, event }))
    })
  }

  correlating(keys: readonly AlertKey[]): Promise<readonly AlertKey[]> {
    return this.#access(() => {
      const found = keys.flatMap((key) => this.#tables.alertByCorrelation.find(alertKey(key)))
      return [...new Set(found)].map(({ environment, resource, event }) => ({ environment, resource, event }))
    })
  }

  /** Only reads the alerts. No lock is needed, because only one transaction runs at a time. */
  lock(keys: readonly AlertKey[]): Promise<readonly Alert[]> {
    return this.#access(() => {
      const wanted = new Set(keys.map(alertKey))
      return [...wanted].flatMap((key) => this.#tables.alertByKey.find(key))
    })
  }

  lockMatching(filters: Filters<ListFilter<'alerts'>>, limit: number): Promise<Page<AlertKey & Pick<Alert, 'id'>>> {
    const query = { filters, sort: undefined, page: 1, pageSize: limit }
    const candidates = this.#candidates(query)
    return this.#access.inSteps(function* () {
      const { items, total } = yield* listPage(candidates, query, COLUMNS)
      return {
        items: items.map(({ id, environment, resource, event }) => ({ id, environment, resource, event })),
        total,
      }
    })
  }

  lockById(id: string): Promise<Alert | undefined> {
    return this.read(id)
  }

  save(alerts: readonly Alert[]): Promise<void> {
    const { alert, alertByKey } = this.#tables
    return this.#access.inSteps(() =>
      eachOf(alerts, WRITTEN_AT_ONCE, (sent) => {
        const known = alertByKey.findOne(alertKey(sent))
        if (known !== undefined && known.id !== sent.id) {
          throw new OpsgraphError('conflict', `the alert ${sent.id} has the key of the stored alert ${known.id}`)
        }
        alert.put(frozenCopy(sent))
      }),
    )
  }

  takeOut(alerts: readonly (AlertKey & Pick<Alert, 'id'>)[]): Promise<void> {
    return this.#access(() => {
      for (const { id } of alerts) this.#tables.alert.remove(id)
    })
  }

  delete(id: string): Promise<boolean> {
    return this.#access(() => this.#tables.alert.remove(id) !== undefined)
  }

  deleteEnded(before: string, limit: number): Promise<number> {
    return this.#access(() => {
      const { alert } = this.#tables
      const ended = [...alert.rows()].filter((row) => !ACTIVE_STATUSES.includes(row.status) && lastTime(row) < before)
      ended.sort((left, right) => compareNames(lastTime(left), lastTime(right)) || compareNames(left.id, right.id))
      const deleted = ended.slice(0, limit)
      for (const { id } of deleted) alert.remove(id)
      return deleted.length
    })
  }

  /**
   * The rows among which a list searches. If the filter names exactly one service, these are the alerts of this
   * service; otherwise they are all alerts.
   */
  #candidates({ filters }: ListQuery<ListFilter<'alerts'>, ListSort<'alerts'>>): Iterable<Alert> {
    const [service, ...services] = filters.service ?? []
    if (service === undefined || services.length > 0) return this.#tables.alert.rows()
    return this.#tables.alertByService.find(service)
  }
}

const COLUMNS: ListColumns<Alert, ListFilter<'alerts'>, ListSort<'alerts'>> = {
  filter: {
    ...fieldCells('id', 'severity', 'status', 'environment', 'resource', 'event', 'text'),
    service: (row) => row.service,
    tag: (row) => row.tags,
    window: (row) => row.maintenance?.windowId ?? null,
    from: ({ lastReceiveTime }, accepted) => anyOf(accepted, (time) => lastReceiveTime >= time),
    to: ({ lastReceiveTime }, accepted) => anyOf(accepted, (time) => lastReceiveTime < time),
    q: (row, accepted) => {
      const { search } = indexAlert(row)
      return anyOf(accepted, (part) => search.includes(part))
    },
  },
  sort: {
    ...fieldCells('createTime', 'lastReceiveTime'),
    severity: (row) => indexAlert(row).severityRank,
  },
  newestBy: { severity: (row) => row.activeSince },
  compare: compareCreation,
}

/** When an alert was changed or received last, whichever is later. */
function lastTime({ updateTime, lastReceiveTime }: Alert): string {
  return updateTime > lastReceiveTime ? updateTime : lastReceiveTime
}

function anyOf(values: ReadonlySet<string>, test: (value: string) => boolean): boolean {
  for (const value of values) if (test(value)) return true
  return false
}
