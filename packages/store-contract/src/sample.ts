import type {
  Alert,
  AlertHistoryEntry,
  ApiKey,
  AuditEntry,
  Edge,
  Graph,
  Node,
  Relation,
  RelationSource,
  Topology,
} from '@opsgraph/core'
import { readAlert } from '@opsgraph/core/pure'

let issued = 0

/** Returns a new id. Ids sort in the order in which they were created. */
export function nextId(): string {
  issued++
  return `00000000-0000-4000-8000-${String(issued).padStart(12, '0')}`
}

/** Returns the time that is this many milliseconds after the start of 2026. */
export function at(milliseconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + milliseconds).toISOString()
}

export function sampleRelation(fields: Partial<Relation> = {}): Relation {
  return {
    id: nextId(),
    environment: 'Production',
    resource: 'web-1',
    parent: 'vm-1',
    source: 'manual',
    sourceRef: null,
    createTime: at(0),
    updateTime: at(0),
    ...fields,
  }
}

/** Creates a relation with these fields. All other fields are as in {@link sampleRelation}. */
export function relationBetween(
  resource: string,
  parent: string,
  source: RelationSource = 'manual',
  updated = 0,
): Relation {
  return sampleRelation({ resource, parent, source, updateTime: at(updated) })
}

export function sampleAlert(fields: Partial<Alert> = {}): Alert {
  const id = nextId()
  return {
    ...readAlert({
      environment: 'Production',
      resource: 'web-1',
      event: `event of ${id}`,
      severity: 'major',
      service: ['shop'],
    }),
    id,
    status: 'open',
    duplicateCount: 0,
    repeat: false,
    previousSeverity: null,
    createTime: at(0),
    activeSince: at(0),
    expireTime: null,
    statusUntil: null,
    assignee: null,
    receiveTime: at(0),
    lastReceiveTime: at(0),
    updateTime: at(0),
    openCount: 1,
    history: [],
    ...fields,
  }
}

export function sampleHistoryEntry(fields: Partial<AlertHistoryEntry> = {}): AlertHistoryEntry {
  return {
    id: nextId(),
    type: 'new',
    actor: 'monitor',
    text: '',
    severity: 'major',
    status: 'open',
    updateTime: at(0),
    ...fields,
  }
}

export function sampleApiKey(fields: Partial<ApiKey> = {}): ApiKey {
  return {
    id: nextId(),
    user: 'alice',
    scopes: ['read', 'write:alerts'],
    text: '',
    createTime: at(0),
    expireTime: null,
    lastUsedTime: null,
    ...fields,
  }
}

export function sampleAuditEntry(fields: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: nextId(),
    event: 'resource-relation-created',
    type: 'resource-relation',
    resourceId: null,
    user: 'alice',
    text: '',
    attributes: {},
    requestId: null,
    createTime: at(0),
    ...fields,
  }
}

/** Creates a topology. By default, no other topology has its service, and its only node is the service node. */
export function sampleTopology(fields: Partial<Topology> = {}): Topology {
  const id = nextId()
  const service = fields.service ?? `service of ${id}`
  return {
    id,
    name: 'Shop',
    description: '',
    service,
    serviceKpi: null,
    orientation: 'TB',
    schemaVersion: 2,
    nodes: [serviceNode(service)],
    edges: [],
    createTime: at(0),
    updateTime: at(0),
    ...fields,
  }
}

export function serviceNode(label: string, fields: Partial<Node> = {}): Node {
  return {
    id: nextId(),
    kind: 'service',
    label,
    icon: '',
    params: {},
    hierarchyConfig: {},
    position: { x: 0, y: 0 },
    environment: null,
    resource: null,
    ...fields,
  }
}

export function environmentNode(environment: string): Node {
  return serviceNode(environment, { kind: 'environment', environment })
}

export function resourceNode(environment: string, resource: string, fields: Partial<Node> = {}): Node {
  return serviceNode(resource, { kind: 'resource', environment, resource, ...fields })
}

export function sampleEdge(parentNode: Node, childNode: Node): Edge {
  return { id: nextId(), source: parentNode.id, target: childNode.id }
}

/** Creates a graph that draws `relations` in one environment. Each relation is `[resource, parent]`. */
export function graphOf(environment: string, relations: readonly (readonly [string, string])[]): Graph {
  const service = serviceNode('drawn')
  const top = environmentNode(environment)
  const resources = new Map(relations.flat().map((name) => [name, resourceNode(environment, name)]))
  const inEnvironment = [...resources.values()]
  return {
    nodes: [service, top, ...inEnvironment],
    edges: [
      sampleEdge(service, top),
      ...inEnvironment.map((node) => sampleEdge(top, node)),
      ...relations.map(([resource, parent]) => sampleEdge(nodeOf(resources, parent), nodeOf(resources, resource))),
    ],
  }
}

function nodeOf(nodes: ReadonlyMap<string, Node>, name: string): Node {
  const node = nodes.get(name)
  if (node === undefined) throw new Error(`no node ${name}`)
  return node
}
