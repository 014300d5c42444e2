import type { Caller } from '../../access/caller.js'
import { grantsScope, IMPACT_SCOPES } from '../../access/scope.js'
import { CONFIG_KINDS, CONFIG_LISTS, type ConfigList } from '../../list-columns.js'
import { type EventChoice, type EventRequest, readEventRequest } from '../../live/event-choice.js'
import { findEventsBetween, type ObjectVersions } from '../../live/events-between.js'
import type { EventWithServices } from '../../live/live-event.js'
import type { StoreParts, StoreSnapshot } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { truncateForMessage } from '../../truncate-for-message.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from '../impact/current-impact.js'
import { type AlertsLook, lookAtAlerts, type SeenAlerts } from './look-at-alerts.js'

/** What a look has read, with which the next look compares. */
export interface LiveState {
  /** The snapshot versions that stand for this state. Each connection to a database has its own versions. */
  readonly snapshots: ReadonlySet<string>
  readonly alerts: SeenAlerts
  readonly topologies: SeenTopologies
  readonly hurt: ObjectVersions['hurt']
  /** The position in the changes of relations from which the next look continues (`RelationStore.changedSince`). */
  readonly relations: string
  readonly config: ConfigVersions
}

interface SeenTopologies extends Pick<ObjectVersions, 'topologies' | 'serviceOfTopology'> {
  /** The version that `TopologyStore.version` returns; `undefined` = the store has none. */
  readonly version: string | undefined
}

/** What a look has found. */
export interface EventLook {
  readonly state: LiveState
  /** The changes since the look before; `undefined` = anything may have changed. */
  readonly events: readonly EventWithServices[] | undefined
}

/** Everything that a look reads. */
interface LookData extends Omit<LiveState, 'snapshots' | 'relations' | 'alerts'>, AlertsLook {
  readonly relations: Awaited<ReturnType<StoreSnapshot['relations']['changedSince']>>
}

/** Maximum number of snapshot versions that are stored for one state. */
const MAX_REMEMBERED_SNAPSHOTS = 100

/**
 * Finds what has changed since an earlier look (rules.md#events-2). A server calls this function every second while it
 * has readers of events. If nothing has changed, it costs one short statement. It computes no impact.
 *
 * @param before the state of the earlier look; `undefined` = this is the first look, which finds no changes
 */
export async function lookForEvents({ store, clock }: Dependencies, before?: LiveState): Promise<EventLook> {
  return await store.snapshot(async (parts) => {
    const snapshot = await parts.version?.()
    if (before !== undefined && snapshot !== undefined && before.snapshots.has(snapshot)) {
      return { state: before, events: [] }
    }
    const found = await readState(parts, before)
    const events = before === undefined ? [] : eventsSince(before, found, timestamp(clock()))
    // If no event leads from one state to the other, both are the same for readers.
    const known =
      before !== undefined && events?.length === 0 ? [...before.snapshots].slice(1 - MAX_REMEMBERED_SNAPSHOTS) : []
    const { changed, relations, ...state } = found
    const snapshots = new Set(snapshot === undefined ? known : [...known, snapshot])
    return { state: { ...state, relations: relations.position, snapshots }, events }
  })
}

/** Sends the statements together, so that a look needs few round trips. */
async function readState(parts: StoreSnapshot, before: LiveState | undefined): Promise<LookData> {
  const topologies = readTopologies(parts, before?.topologies)
  const config = topologies.then((now) =>
    readConfigVersions(parts, now === before?.topologies ? before.config : undefined),
  )
  const [alerts, relations, hurt, seen, versions] = await Promise.all([
    lookAtAlerts(parts.alerts, before?.alerts),
    parts.relations.changedSince(before?.relations),
    parts.serviceHistory.hurt(),
    topologies,
    config,
  ])
  return {
    ...alerts,
    relations,
    hurt: new Map(hurt.map(({ service, sequence }) => [service, sequence])),
    topologies: seen,
    config: versions,
  }
}

/** Reads the headings of all topologies, if their version has changed. */
async function readTopologies(
  { topologies }: StoreSnapshot,
  before: SeenTopologies | undefined,
): Promise<SeenTopologies> {
  const version = await topologies.version?.()
  if (before !== undefined && version !== undefined && before.version === version) return before
  const headings = await topologies.headings({})
  return {
    version,
    topologies: new Map(headings.map(({ id, updateTime }) => [id, updateTime])),
    serviceOfTopology: new Map(headings.map(({ id, service }) => [id, service])),
  }
}

function eventsSince(before: LiveState, found: LookData, time: string): readonly EventWithServices[] | undefined {
  const { environments } = found.relations
  if (environments === undefined) return undefined
  return findEventsBetween(versionsOf(before), versionsOf(found), { alerts: found.changed, environments }, time)
}

function versionsOf({ topologies, hurt, config }: Pick<LiveState, 'topologies' | 'hurt' | 'config'>): ObjectVersions {
  return {
    topologies: topologies.topologies,
    serviceOfTopology: topologies.serviceOfTopology,
    hurt,
    config: config.lists,
  }
}

/** The events that a reader gets, and a warning about the request. */
export interface FollowedEvents extends EventChoice {
  /** The warning about the request; `undefined` = nothing is probably wrong. */
  readonly warning: string | undefined
}

/**
 * Reads which events a reader wants to get, of those that {@link lookForEvents} finds (rules.md#events-4).
 *
 * @throws OpsgraphError `invalid` for an unknown kind, or a blank service
 */
export async function followEvents(
  dependencies: Dependencies,
  caller: Caller,
  request: EventRequest,
): Promise<FollowedEvents> {
  const choice = readEventRequest(request, caller)
  return { ...choice, warning: await warningOf(dependencies, caller, choice) }
}

/** Warns of a service that does not exist, unless the caller may not know which services exist. */
async function warningOf(
  dependencies: Dependencies,
  { scopes }: Caller,
  { service }: EventChoice,
): Promise<string | undefined> {
  if (service === undefined || !IMPACT_SCOPES.every((needed) => grantsScope(scopes, needed))) return undefined
  const found = await readCurrentImpact(dependencies, async ({ impact }) => impact.serviceNamed(service))
  if (found !== undefined) return undefined
  return `there is no service '${truncateForMessage(service)}' now: if the name is misspelt, no event will come`
}

/** The versions of the lists of the configuration. */
interface ConfigVersions {
  /** The version that `policyRevision` of the store has. */
  readonly policies: string
  readonly lists: ReadonlyMap<ConfigList, string>
}

/**
 * Reads the version of each list.
 *
 * @param before the versions of an earlier look; `undefined` = all versions are read. Callers also pass `undefined` if
 *   topologies have changed: the deletion of a topology changes weight policies, but not the policy revision
 */
async function readConfigVersions(parts: StoreParts, before: ConfigVersions | undefined): Promise<ConfigVersions> {
  const policies = await parts.policyRevision.read()
  // A change of a list with `isRevised` also changes the policy revision. So if the revision is the same, the version
  // of such a list is the same too.
  const isSame = before?.policies === policies
  const versionOf = async (list: ConfigList) => {
    const known = isSame && CONFIG_KINDS[list].isRevised ? before.lists.get(list) : undefined
    return [list, known ?? (await readVersion(parts, list))] as const
  }
  return { policies, lists: new Map(await Promise.all(CONFIG_LISTS.map(versionOf))) }
}

/** Costs one short statement. */
async function readVersion(parts: StoreParts, list: ConfigList): Promise<string> {
  return list === 'webhooks' ? await parts.webhooks.revision() : await parts[list].version()
}
