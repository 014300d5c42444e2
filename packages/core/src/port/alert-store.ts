import type { Alert, AlertKey } from '../alert/alert.js'
import type { SourcedFingerprint } from '../alert/fingerprints.js'
import type { ListFilter, ListSort } from '../list-columns.js'
import type { Filters, ListQuery, Page } from '../page.js'
import type { ResourceKey } from '../relation/relation.js'

/** A stored alert, and its revision: a number that changes whenever the alert is saved. */
export interface VersionedAlert {
  readonly id: string
  readonly revision: number
  /** The stored alert; `undefined` = the caller already has this revision of the alert. */
  readonly alert: Alert | undefined
}

/** The id and the key of a stored alert. */
export interface AlertRef extends AlertKey {
  readonly id: string
}

/**
 * The methods that return an alert so that the caller can change and save it (`read`, `lock`, `lockById`) include its
 * field `firing`. All other methods may leave this field out.
 */
export interface AlertStore {
  read(id: string): Promise<Alert | undefined>
  /**
   * Default order: createTime, then id. In ascending order by `severity`, the worst severity comes first. Among alerts
   * of the same severity, the latest activeSince comes first; if these times are equal, the greatest id. Descending
   * order by `severity` is the exact reverse.
   *
   * - The filters `from` and `to` each have one value, a time. `from` matches alerts whose lastReceiveTime is at this
   *   time or later. `to` matches alerts whose lastReceiveTime is before this time.
   * - `tag` and `service` match alerts whose list `tags` or `service` contains one of the values of the filter.
   * - `window` matches alerts whose `maintenance` names a window with one of these ids.
   * - `q` matches alerts whose text `search`, which `indexAlert` computes, contains one of the values.
   * - Every other filter matches alerts whose field is equal to one of the values.
   */
  list(query: ListQuery<ListFilter<'alerts'>, ListSort<'alerts'>>): Promise<Page<Alert>>
  /** Returns those of `resources` that have a stored alert, active or not, each once, in any order. */
  known(environment: string, resources: readonly string[]): Promise<readonly string[]>
  /**
   * Every active alert whose list of services contains one of `services`, without duplicates, ordered by createTime,
   * then id. If `services` is `undefined`, every active alert. If `severities` is given, only alerts with one of these
   * severities.
   */
  activeOf(
    services: readonly string[] | undefined,
    severities: readonly string[] | undefined,
  ): Promise<readonly Alert[]>
  /**
   * The version of each part that has an active alert, keyed by the number of the part. A part is a fixed group of
   * alerts: an alert always belongs to the same part. If an active alert is added, changed or removed, its part gets
   * another version. Costs one short statement. If a store does not have this method, core reads all active alerts each
   * time.
   */
  activeVersions?(): Promise<ReadonlyMap<number, string>>
  /**
   * The active alerts of these parts (see {@link activeVersions}), keyed by the number of the part; the alerts of one
   * part are in any order. Parts without active alerts are absent. A store has this method if it has {@link
   * activeVersions}.
   *
   * @param cached the revisions of the alerts that the caller already has, by id; these alerts are not read again
   */
  activeInParts?(
    parts: readonly number[],
    cached?: ReadonlyMap<string, number>,
  ): Promise<ReadonlyMap<number, readonly VersionedAlert[]>>
  /**
   * The first `limit` alerts that match the filters, as in {@link list}, and that come after `last` in the default
   * order. `last` itself does not have to be stored. If `last` is `undefined`, the result begins with the first alert.
   */
  after(
    last: Pick<Alert, 'createTime' | 'id'> | undefined,
    limit: number,
    filters: Filters<ListFilter<'alerts'>>,
  ): Promise<readonly Alert[]>
  /**
   * The keys of the alerts whose `dueTime` is not later than `until`, ordered by dueTime, then id.
   *
   * @param limit the maximum number of keys
   */
  due(until: string, limit: number): Promise<readonly AlertKey[]>
  /** The keys of the active alerts on which one of these fingerprints is open, in any order. Locks nothing. */
  holding(fingerprints: readonly SourcedFingerprint[]): Promise<readonly AlertKey[]>
  /**
   * The keys of the alerts of the same environment and resource whose list `correlate` contains the event of one of
   * these keys, in any order. Locks nothing.
   */
  correlating(keys: readonly AlertKey[]): Promise<readonly AlertKey[]>
  /**
   * The keys of the active alerts that name this resource as `resource`, as `resourceParent` or in `resourceChildren`,
   * in any order. Locks nothing.
   */
  naming(resource: ResourceKey): Promise<readonly AlertKey[]>
  /**
   * The stored alerts with one of these keys, in any order. In a transaction, this call also locks the keys: until the
   * transaction ends, no other transaction can change these alerts or add an alert with one of these keys.
   */
  lock(keys: readonly AlertKey[]): Promise<readonly Alert[]>
  /**
   * Finds the alerts that match the filters, in the default order of {@link list}, and locks them like {@link lock}. If
   * an alert no longer matches by the time it is locked, it is left out. If more than `limit` alerts match, locks none;
   * `total` is then the number of alerts that match.
   */
  lockMatching(filters: Filters<ListFilter<'alerts'>>, limit: number): Promise<Page<AlertRef>>
  /** Like {@link lock}, but finds one alert by its id; `undefined` if no alert has this id. */
  lockById(id: string): Promise<Alert | undefined>
  /**
   * Adds each alert, or replaces the stored alert with the same id. No two alerts of a call may have the same id or the
   * same key.
   */
  save(alerts: readonly Alert[]): Promise<void>
  /**
   * Removes alerts that the transaction has locked. `save` may store them again in the same transaction, with another
   * key.
   */
  takeOut(alerts: readonly AlertRef[]): Promise<void>
  /** Deletes an alert. Returns true if it existed. */
  delete(id: string): Promise<boolean>
  /**
   * Deletes at most `limit` alerts that are not active (`ACTIVE_STATUSES`) and that last changed before `before`. The
   * alerts with the earliest last change are deleted first. The last change of an alert is its updateTime or its
   * lastReceiveTime, whichever is later. Returns how many alerts were deleted. If other transactions change these
   * alerts at the same time, the call may delete fewer than `limit` alerts although more alerts match.
   */
  deleteEnded(before: string, limit: number): Promise<number>
}
