import { type DrawnNode, isSameJson, type JsonObject, visibleLabel } from '@opsgraph/core/browser'
import { readJson } from '../../ui/read-json.js'
import type { PlacedFault } from './faults.js'

/** What was written as params, by the id of the node; it may be no JSON yet. */
export type ParamsTexts = ReadonlyMap<string, string>

const NOTHING: JsonObject = {}

/** The params that a text says; `undefined` = it is no object of JSON. */
export function paramsOf(text: string): JsonObject | undefined {
  if (text.trim() === '') return NOTHING
  const read = readJson(text)
  if (!('value' in read)) return undefined
  const { value } = read
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

/** What the field shows: what was written, unless the params became others since, as by an undo. */
export function shownText(written: string | undefined, params: JsonObject): string {
  const said = written === undefined ? undefined : paramsOf(written)
  const stays = written !== undefined && (said === undefined || isSameJson(said, params))
  if (stays) return written
  return Object.keys(params).length === 0 ? '' : JSON.stringify(params, null, 2)
}

/** A fault for each node whose params were written, but cannot be taken over. */
export function unreadableParams(texts: ParamsTexts, nodes: readonly DrawnNode[]): readonly PlacedFault[] {
  return nodes
    .filter(({ id }) => paramsOf(texts.get(id) ?? '') === undefined)
    .map(({ id, label }) => ({
      code: 'invalidParams',
      message: `the params of “${visibleLabel(label)}” are no object of JSON yet, and were not taken over`,
      nodes: [id],
      edges: [],
    }))
}
