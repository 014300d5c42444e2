import type { Issue, TransferIssue } from '@opsgraph/core'
import { findPlaces, type JsonPath } from '../json/find-places.js'
import { type JsonStep, scanJson, type TextPlace } from '../json/scan-json.js'

/** A fault, and where in the file it is. */
export interface LocatedIssue extends Issue {
  /** `undefined` when it is of the file as a whole, or of no place in it. */
  readonly place: TextPlace | undefined
}

/** What is of a graph after it was merged with what is stored. */
const AFTER_MERGE = 'after merge:'

/**
 * Finds the places of faults in a file.
 *
 * @param text `undefined` when the file is no text
 */
export function locateIssues(issues: readonly Issue[], text: string | undefined): readonly LocatedIssue[] {
  const placed = text === undefined ? [] : issues.filter(({ path }) => path !== 'body' && !path.includes(AFTER_MERGE))
  const value: unknown = placed.length === 0 ? undefined : JSON.parse(text ?? '')
  const places = findPlaces(
    text ?? '',
    placed.map((issue) => jsonPathOf(issue, value)),
  )
  const placeOf = new Map(placed.map((issue, index) => [issue, places[index]]))
  return issues.map((issue) => {
    const isNoJson = issue.code === 'invalidJson' && text !== undefined
    return { ...issue, place: isNoJson ? scanJson(text) : placeOf.get(issue) }
  })
}

/** The way to what an issue is about, in the value of the file. */
function jsonPathOf({ code, path }: Pick<Issue, 'code' | 'path'>, value: unknown): JsonPath {
  const [, index, inside = path] = /^topologies\[(\d+)\](?:\.|$)(.*)$/s.exec(path) ?? []
  if (index === undefined) return stepsOf({ code, path }, value)
  const document = valueAt(valueAt(value, 'topologies'), Number(index))
  return ['topologies', Number(index), ...stepsOf({ code, path: inside }, document)]
}

function stepsOf({ code, path }: Pick<Issue, 'code' | 'path'>, document: unknown): JsonPath {
  const [, key, field] = /^nodes\[(.*)\](?:\.(label))?$/s.exec(path) ?? []
  if (key !== undefined) return ['nodes', nodeIndex(code, key, document), ...(field === undefined ? [] : [field])]
  // What stands in the middle of a deep tree is left out of its path.
  const [known = ''] = path.split('…')
  const steps = [...known.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index))
  const isBareTree = steps[0] === 'tree' && valueAt(document, 'tree') === undefined
  return isBareTree ? steps.slice(1) : steps
}

/** Faults of these codes name a node by its id. */
const BY_ID: ReadonlySet<string> = new Set<TransferIssue['code']>([
  'duplicateId',
  'serviceHasParent',
  'environmentNotUnderService',
  'duplicateEnvironment',
  'resourceUnderService',
  'resourceWithoutEnvironment',
  'resourceInMultipleEnvironments',
  'duplicateResource',
])

/** @returns -1, which is no node's, when there is none with the id */
function nodeIndex(code: string, key: string, document: unknown): number {
  if (!BY_ID.has(code)) return Number(key)
  const nodes = valueAt(document, 'nodes')
  const ids = Array.isArray(nodes) ? nodes.map((node: unknown) => valueAt(node, 'id')) : []
  return code === 'duplicateId' ? ids.lastIndexOf(key) : ids.indexOf(key)
}

function valueAt(value: unknown, step: JsonStep): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
  return (value as Readonly<Record<JsonStep, unknown>>)[step]
}
