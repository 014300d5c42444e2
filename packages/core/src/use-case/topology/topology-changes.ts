import { fieldChanges } from '../../audit/field-changes.js'
import type { JsonObject } from '../../json-value.js'
import type { Topology } from '../../topology/topology.js'

/**
 * What an update changes: the old and new value of each field, and the numbers of added and removed nodes and edges.
 */
export function topologyChanges(before: Topology, after: Topology): JsonObject {
  return {
    ...fieldChanges(fieldsOf(before), fieldsOf(after)),
    ...setChanges('nodes', nodeIds(before), nodeIds(after)),
    ...setChanges('edges', edgeEnds(before), edgeEnds(after)),
  }
}

function fieldsOf({ name, description, serviceKpi, orientation, schemaVersion }: Topology) {
  return { name, description, serviceKpi, orientation, schemaVersion }
}

function nodeIds({ nodes }: Topology): ReadonlySet<string> {
  return new Set(nodes.map(({ id }) => id))
}

function edgeEnds({ edges }: Topology): ReadonlySet<string> {
  return new Set(edges.map(({ source, target }) => JSON.stringify([source, target])))
}

function setChanges(name: string, before: ReadonlySet<string>, after: ReadonlySet<string>): JsonObject {
  const added = without(after, before)
  const removed = without(before, after)
  return added + removed === 0 ? {} : { [name]: { added, removed } }
}

function without(items: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...items].filter((item) => !others.has(item)).length
}
