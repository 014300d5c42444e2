import type { EventWithServices, LiveChange, LiveKind } from './live-event.js'

/** The versions of all objects except alerts and relations, at one moment. */
export interface ObjectVersions {
  /** The updateTime of each topology, by id. */
  readonly topologies: ReadonlyMap<string, string>
  /** The service of each topology, by the id of the topology. */
  readonly serviceOfTopology: ReadonlyMap<string, string>
  /** The `sequence` of the newest transition of each service that alerts affect, by service. */
  readonly hurt: ReadonlyMap<string, number>
  /** The version of each list of the configuration, by its name. */
  readonly config: ReadonlyMap<string, string>
}

/** The changes of alerts and relations, which are found without {@link ObjectVersions}. */
export interface AlertAndRelationChanges {
  readonly alerts: readonly ChangedAlert[]
  /** The environments whose relations have changed. */
  readonly environments: readonly string[]
}

export interface ChangedAlert {
  readonly id: string
  readonly change: LiveChange
  /** The services that the alert names, or named before. */
  readonly services: readonly string[]
}

/** Returns one event for each object that has changed between two moments. */
export function findEventsBetween(
  before: ObjectVersions,
  after: ObjectVersions,
  { alerts, environments }: AlertAndRelationChanges,
  time: string,
): readonly EventWithServices[] {
  const createEvent = (
    kind: LiveKind,
    id: string,
    change: LiveChange,
    services: readonly string[],
  ): EventWithServices => ({
    event: { kind, id, change, time },
    services,
  })
  const topologies = Array.from(compareStates(before.topologies, after.topologies), ([id, change]) => {
    const services = [before.serviceOfTopology.get(id), after.serviceOfTopology.get(id)].filter(
      (service) => service !== undefined,
    )
    return createEvent('topology', id, change, services)
  })
  const changed = (kind: LiveKind, ids: Iterable<string>, servicesOf: (id: string) => readonly string[]) =>
    Array.from(ids, (id) => createEvent(kind, id, 'changed', servicesOf(id)))
  return [
    ...topologies,
    ...changed('relation', environments, () => []),
    ...changed('config', compareStates(before.config, after.config).keys(), () => []),
    // A service that recovers is only in `before`, a newly affected one only in `after`. Both count as changed.
    ...changed('impact', compareStates(before.hurt, after.hurt).keys(), (service) => [service]),
    ...alerts.map(({ id, change, services }) => createEvent('alert', id, change, services)),
  ]
}

/**
 * Compares two states, each with the versions of objects by id. An object with the same version has not changed.
 *
 * @returns the changes, by the id of the object
 */
export function compareStates(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, LiveChange> {
  const changes = new Map<string, LiveChange>()
  if (before === after) return changes
  for (const [id, version] of after) {
    if (!before.has(id)) changes.set(id, 'created')
    else if (before.get(id) !== version) changes.set(id, 'changed')
  }
  for (const id of before.keys()) if (!after.has(id)) changes.set(id, 'deleted')
  return changes
}
