import type { IssueSubjectField } from '../issue.js'
import type { IssueList } from '../issue-list.js'
import { isJson, isObject, type JsonObject } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { nameFault, normalizeName, textFault } from '../name.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { type DrawnNode, HIERARCHY_CONFIG_KEYS, NODE_KINDS, type NodeKind, type Position } from './graph.js'
import type { GraphCode } from './graph-issue.js'
import { withoutSentClaims } from './node-claims.js'

type RawNode = Readonly<Record<string, unknown>>

const ORIGIN: Position = { x: 0, y: 0 }
const EMPTY_OBJECT: JsonObject = {}
const NODE_KIND_SET: ReadonlySet<unknown> = new Set(NODE_KINDS)
const HIERARCHY_KEYS: ReadonlySet<string> = new Set(HIERARCHY_CONFIG_KEYS)

/**
 * Reads the node at `index`, and adds all of its faults to `issues` (rules.md#nodes). `null` counts as missing. Unknown
 * keys are dropped.
 */
export function readNode(value: unknown, index: number, issues: IssueList<GraphCode>): DrawnNode | undefined {
  const faults = new NodeFaults(value, index, issues)
  if (!isObject(value)) {
    faults.add(null, 'invalidNode', 'a node must be an object')
    return undefined
  }
  const found = issues.list.length
  const node = {
    id: readId(value, faults),
    kind: readKind(value, faults),
    label: readLabel(value, faults),
    icon: readIcon(value, faults),
    params: readParams(value, faults),
    hierarchyConfig: readHierarchyConfig(value, faults),
    position: readPosition(value, faults),
  }
  return issues.list.length === found ? node : undefined
}

/** The id, if it is a text that can be stored as an id; otherwise `undefined`. */
export function storableId(id: unknown): string | undefined {
  return typeof id === 'string' && id !== '' && nameFault(id) === undefined ? id : undefined
}

/** Adds the faults of one node to the issues of a graph. */
class NodeFaults {
  readonly #node: unknown
  readonly #index: number
  readonly #issues: IssueList<GraphCode>

  constructor(node: unknown, index: number, issues: IssueList<GraphCode>) {
    this.#node = node
    this.#index = index
    this.#issues = issues
  }

  get isFull(): boolean {
    return this.#issues.isFull
  }

  add(field: IssueSubjectField | null, code: GraphCode, message: string): void {
    const index = this.#index
    const path = field === 'label' ? `nodes[${index}].label` : `nodes[${index}]`
    const id = storableId(isObject(this.#node) ? this.#node.id : undefined) ?? null
    this.#issues.push({ code, path, message, subject: { kind: 'node', index, id, field } })
  }
}

function readId({ id }: RawNode, faults: NodeFaults): string {
  if (typeof id !== 'string' || id === '') {
    faults.add('id', 'missingId', 'a node needs an id: a string that is not empty')
    return ''
  }
  if (id.length > LIMITS.name) {
    faults.add('id', 'valueTooLong', `the node's id is longer than ${LIMITS.name} characters`)
  }
  const fault = textFault(id)
  if (fault !== undefined) faults.add('id', 'invalidNode', `the node's id ${fault}`)
  return id
}

function readKind({ kind }: RawNode, faults: NodeFaults): NodeKind {
  if (!NODE_KIND_SET.has(kind)) faults.add('kind', 'invalidKind', `kind must be one of ${NODE_KINDS.join(', ')}`)
  return kind as NodeKind
}

function readLabel({ kind, label }: RawNode, faults: NodeFaults): string {
  const name = typeof label === 'string' ? normalizeName(label) : undefined
  if (name === undefined || (name === '' && kind !== 'environment')) {
    faults.add('label', 'missingLabel', 'a node needs a label: a string, empty for the empty environment only')
    return ''
  }
  const fault = nameFault(name)
  if (fault !== undefined) {
    faults.add('label', name.length > LIMITS.name ? 'valueTooLong' : 'invalidNode', `the label ${fault}`)
  }
  return name
}

function readIcon(node: RawNode, faults: NodeFaults): string {
  const icon = node.icon ?? ''
  const fault = typeof icon === 'string' ? textFault(icon) : 'must be a string'
  if (fault === undefined) return icon as string
  faults.add('icon', 'invalidNode', `icon ${fault}`)
  return ''
}

function readParams(node: RawNode, faults: NodeFaults): JsonObject {
  const params = node.params ?? EMPTY_OBJECT
  if (isObject(params) && isJson(params)) return withoutSentClaims(params)
  const message = `params must be an object of plain JSON, nested at most ${LIMITS.jsonDepth} levels`
  faults.add('params', 'invalidParams', message)
  return EMPTY_OBJECT
}

function readHierarchyConfig(node: RawNode, faults: NodeFaults): JsonObject {
  const hierarchyConfig = node.hierarchyConfig ?? EMPTY_OBJECT
  const [field, code] = ['hierarchyConfig', 'invalidHierarchyConfig'] as const
  if (!isObject(hierarchyConfig) || !isJson(hierarchyConfig)) {
    faults.add(field, code, 'hierarchyConfig must be an object')
    return EMPTY_OBJECT
  }
  for (const key of Object.keys(hierarchyConfig)) {
    if (HIERARCHY_KEYS.has(key)) continue
    faults.add(field, code, `hierarchyConfig has the unknown key ${truncateForMessage(key)}`)
    if (faults.isFull) break
  }
  return hierarchyConfig
}

function readPosition(node: RawNode, faults: NodeFaults): Position {
  const position = node.position ?? ORIGIN
  if (isObject(position) && Number.isFinite(position.x) && Number.isFinite(position.y)) {
    return { x: position.x as number, y: position.y as number }
  }
  faults.add('position', 'invalidPosition', 'position must be {x, y}, both numbers')
  return ORIGIN
}
