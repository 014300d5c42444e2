import type { Issue } from '@opsgraph/core'
import type { TransferIssue } from '@opsgraph/core/pure'
import { findPlaces, type JsonPath } from '../json/find-places.js'
import { type JsonStep, scanJson, type TextPlace } from '../json/scan-json.js'

/** An issue with its position in the file. */
export interface LocatedIssue extends Issue {
  /** `undefined` if the issue concerns the whole file, or nothing in the file. */
  readonly place: TextPlace | undefined
}

/** The path prefix of issues in the graph that results from a merge. */
const AFTER_MERGE = 'after merge:'

/**
 * Finds the positions of issues in a file.
 *
 * @param text `undefined` if the file is not text
 */
export function locateIssues(issues: readonly Issue[], text: string | undefined): readonly LocatedIssue[] {
  const placed = text === undefined ? [] : issues.filter(({ path }) => path !== 'body' && !path.includes(AFTER_MERGE))
  const value: unknown = placed.length === 0 ? undefined : JSON.parse(text ?? '')
  const ids = new NodeIds()
  const places = findPlaces(
    text ?? '',
    placed.map((issue) => jsonPathOf(issue, value, ids)),
  )
  const placeOf = new Map(placed.map((issue, index) => [issue, places[index]]))
  return issues.map((issue) => {
    const isNoJson = issue.code === 'invalidJson' && text !== undefined
    return { ...issue, place: isNoJson ? scanJson(text) : placeOf.get(issue) }
  })
}

/** Converts the path of an issue to a path in the parsed file. */
function jsonPathOf({ code, path }: Pick<Issue, 'code' | 'path'>, value: unknown, ids: NodeIds): JsonPath {
  const [, index, inside = path] = /^topologies\[(\d+)\](?:\.|$)(.*)$/s.exec(path) ?? []
  if (index === undefined) return stepsOf({ code, path }, value, ids)
  // The root of a file of trees is the list.
  const steps = Array.isArray(value) ? [Number(index)] : ['topologies', Number(index)]
  const document = steps.reduce(valueAt, value)
  return [...steps, ...stepsOf({ code, path: inside }, document, ids)]
}

function stepsOf({ code, path }: Pick<Issue, 'code' | 'path'>, document: unknown, ids: NodeIds): JsonPath {
  const [, key, field] = /^nodes\[(.*)\](?:\.(label))?$/s.exec(path) ?? []
  if (key !== undefined) {
    const index = BY_ID.has(code) ? ids.indexOf(code, key, valueAt(document, 'nodes')) : Number(key)
    return ['nodes', index, ...(field === undefined ? [] : [field])]
  }
  // Core shortens the path in a deep tree with an ellipsis; only the part before it is usable.
  const [known = ''] = path.split('…')
  const steps = [...known.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index))
  const isBareTree = steps[0] === 'tree' && valueAt(document, 'tree') === undefined
  return isBareTree ? steps.slice(1) : steps
}

/** Issues with these codes refer to a node by its id, others by its index. */
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

/** Caches the indexes of nodes by id, so that thousands of issues need only one pass through the list. */
class NodeIds {
  readonly #known = new Map<unknown, { readonly first: Map<unknown, number>; readonly last: Map<unknown, number> }>()

  /** @returns -1 if there is no node with the id */
  indexOf(code: string, id: string, nodes: unknown): number {
    const known = this.#known.get(nodes) ?? this.#read(nodes)
    return (code === 'duplicateId' ? known.last : known.first).get(id) ?? -1
  }

  #read(nodes: unknown) {
    const [first, last] = [new Map<unknown, number>(), new Map<unknown, number>()]
    for (const [index, node] of (Array.isArray(nodes) ? nodes : []).entries()) {
      const id = valueAt(node, 'id')
      if (!first.has(id)) first.set(id, index)
      last.set(id, index)
    }
    this.#known.set(nodes, { first, last })
    return { first, last }
  }
}

function valueAt(value: unknown, step: JsonStep): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
  return (value as Readonly<Record<JsonStep, unknown>>)[step]
}
