import { isJson, isObject, type JsonObject } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { nameFault, normalizeName, textFault } from '../name.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { type GraphIssue, graphIssue } from './graph-issue.js'
import { type DrawnNode, HIERARCHY_CONFIG_KEYS, NODE_KINDS, type NodeKind, type Position } from './node.js'

type Raw = Readonly<Record<string, unknown>>

const ORIGIN: Position = { x: 0, y: 0 }
const NOTHING: JsonObject = {}
const KINDS: ReadonlySet<unknown> = new Set(NODE_KINDS)
const HIERARCHY_KEYS: ReadonlySet<string> = new Set(HIERARCHY_CONFIG_KEYS)

/** Reads one node; adds every fault of its own to `issues` (rules.md#nodes). Unknown keys are dropped. */
export function readNode(value: unknown, path: string, issues: GraphIssue[]): DrawnNode | undefined {
  if (!isObject(value)) {
    issues.push(graphIssue('invalidNode', path, 'a node must be an object'))
    return undefined
  }
  const found = issues.length
  const node = {
    id: readId(value, path, issues),
    kind: readKind(value, path, issues),
    label: readLabel(value, `${path}.label`, issues),
    icon: readIcon(value, path, issues),
    params: readParams(value, path, issues),
    hierarchyConfig: readHierarchyConfig(value, path, issues),
    position: readPosition(value, path, issues),
  }
  return issues.length === found ? node : undefined
}

function readId({ id }: Raw, path: string, issues: GraphIssue[]): string {
  if (typeof id !== 'string' || id === '') {
    issues.push(graphIssue('missingId', path, 'a node needs an id: a string that is not empty'))
    return ''
  }
  if (id.length > LIMITS.name) {
    issues.push(graphIssue('valueTooLong', path, `the node's id is longer than ${LIMITS.name} characters`))
  }
  const fault = textFault(id)
  if (fault !== undefined) issues.push(graphIssue('invalidNode', path, `the node's id ${fault}`))
  return id
}

function readKind({ kind }: Raw, path: string, issues: GraphIssue[]): NodeKind {
  if (!KINDS.has(kind)) issues.push(graphIssue('invalidKind', path, `kind must be one of ${NODE_KINDS.join(', ')}`))
  return kind as NodeKind
}

function readLabel({ kind, label }: Raw, path: string, issues: GraphIssue[]): string {
  const name = typeof label === 'string' ? normalizeName(label) : undefined
  if (name === undefined || (name === '' && kind !== 'environment')) {
    issues.push(
      graphIssue('missingLabel', path, 'a node needs a label: a string, empty for the empty environment only'),
    )
    return ''
  }
  const fault = nameFault(name)
  if (fault !== undefined) {
    issues.push(graphIssue(name.length > LIMITS.name ? 'valueTooLong' : 'invalidNode', path, `the label ${fault}`))
  }
  return name
}

function readIcon({ icon = '' }: Raw, path: string, issues: GraphIssue[]): string {
  const fault = typeof icon === 'string' ? textFault(icon) : 'must be a string'
  if (fault === undefined) return icon as string
  issues.push(graphIssue('invalidNode', path, `icon ${fault}`))
  return ''
}

function readParams({ params = NOTHING }: Raw, path: string, issues: GraphIssue[]): JsonObject {
  if (isObject(params) && isJson(params)) return params
  const message = `params must be an object of plain JSON, nested at most ${LIMITS.jsonDepth} levels`
  issues.push(graphIssue('invalidParams', path, message))
  return NOTHING
}

function readHierarchyConfig({ hierarchyConfig = NOTHING }: Raw, path: string, issues: GraphIssue[]): JsonObject {
  if (!isObject(hierarchyConfig) || !isJson(hierarchyConfig)) {
    issues.push(graphIssue('invalidHierarchyConfig', path, 'hierarchyConfig must be an object'))
    return NOTHING
  }
  for (const key of Object.keys(hierarchyConfig)) {
    if (HIERARCHY_KEYS.has(key)) continue
    issues.push(
      graphIssue('invalidHierarchyConfig', path, `hierarchyConfig has the unknown key ${truncateForMessage(key)}`),
    )
    if (issues.length >= LIMITS.issues) break
  }
  return hierarchyConfig
}

function readPosition({ position = ORIGIN }: Raw, path: string, issues: GraphIssue[]): Position {
  if (isObject(position) && Number.isFinite(position.x) && Number.isFinite(position.y)) {
    return { x: position.x as number, y: position.y as number }
  }
  issues.push(graphIssue('invalidPosition', path, 'position must be {x, y}, both numbers'))
  return ORIGIN
}
