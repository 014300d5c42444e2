import type { Change, NodeName, Topology, TopologyImportReport } from '@opsgraph/core'
import { expect } from 'vitest'
import { identitiesOf, pairsOf, type World } from './transfer-scene.js'

/** Checks that a report lists exactly the changes that its counters count. */
export function expectListed({ previews, changes = [], changesTotal }: TopologyImportReport): void {
  expect(changesTotal).toBe(changes.length)
  for (const { topology, nodes, edges, weightPolicies, catalogService } of previews) {
    const ofService = changes.filter((change) => 'service' in change && change.service === topology.service)
    const counts = { node: nodes, edge: edges, weightPolicy: weightPolicies } as const
    for (const [kind, { create, update, remove }] of Object.entries(counts)) {
      expect(countersOf(ofService, kind)).toEqual({ create, update, remove })
    }
    const { create, update } = countersOf(ofService, 'topology')
    expect([create, update <= 1]).toEqual([topology.action === 'create' ? 1 : 0, create === 0 || update === 0])
    const entries = ofService.filter(({ kind }) => kind === 'catalogService').map(({ action }) => action)
    expect(entries).toEqual(['create', 'update'].includes(catalogService.action) ? [catalogService.action] : [])
  }
  for (const { action, fields = [] } of changes) expect(fields.length > 0).toBe(action === 'update')
}

/** Checks that applying the listed changes to the state before the import gives the state after the import. */
export function expectToLead({ changes = [] }: TopologyImportReport, before: World, after: World): void {
  for (const topology of after.topologies) {
    const former = before.topologies.find(({ id }) => id === topology.id)
    const ofService = changes.filter((change) => 'service' in change && change.service === topology.service)
    expect(ofService.some(({ kind, action }) => kind === 'topology' && action === 'create')).toBe(former === undefined)
    expectDrawn(ofService, former, topology)
    expectFields(ofService, former, topology)
  }
}

// Helpers

function countersOf(changes: readonly Change[], kind: string) {
  const sum = { create: 0, update: 0, remove: 0 }
  for (const change of changes) if (change.kind === kind) sum[change.action]++
  return sum
}

function applyChange(names: Set<string>, name: string, { action }: Change): void {
  expect(names.has(name)).toBe(action !== 'create')
  if (action === 'remove') names.delete(name)
  else names.add(name)
}

function expectDrawn(changes: readonly Change[], former: Topology | undefined, topology: Topology): void {
  const nodes = new Set(former === undefined ? [] : identitiesOf(former).values())
  const edges = new Set(former === undefined ? [] : pairsOf(former))
  for (const change of changes) {
    if (change.kind === 'node') applyChange(nodes, identityOf(change.node), change)
    if (change.kind === 'edge') applyChange(edges, pairOf(change), change)
  }
  expect([...nodes].sort()).toEqual([...identitiesOf(topology).values()].sort())
  expect([...edges].sort()).toEqual(pairsOf(topology).toSorted())
}

/** Checks that each listed update of a node names exactly the fields that differ. */
function expectFields(changes: readonly Change[], former: Topology | undefined, topology: Topology): void {
  for (const change of changes) {
    if (change.kind !== 'node' || change.action !== 'update') continue
    const identity = identityOf(change.node)
    const [was, is] = [former, topology].map((each) => each?.nodes.find((node) => identityOf(node) === identity))
    const fields = ['id', 'label', 'icon', 'position', 'params', 'hierarchyConfig'] as const
    expect(change.fields).toEqual(fields.filter((field) => textOf(was?.[field]) !== textOf(is?.[field])))
  }
}

/** Returns a text that identifies a node in its topology: the same text as from `identitiesOf`. */
function identityOf({ kind, environment, label }: NodeName): string {
  return kind === 'service' ? kind : `${kind} ${environment} ${label}`
}

function pairOf({ parentNode, childNode }: Extract<Change, { kind: 'edge' }>): string {
  return `${identityOf(parentNode)} > ${identityOf(childNode)}`
}

/**
 * Converts a value to a text. Objects with the same keys and values have the same text, whatever the order of their
 * keys.
 */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return JSON.stringify(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
