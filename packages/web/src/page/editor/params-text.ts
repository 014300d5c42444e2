import type { DrawnNode, JsonObject } from '@opsgraph/core'
import { isSameJson } from '@opsgraph/core/pure'
import { visibleLabel } from '@opsgraph/draw'
import { useMemo, useState } from 'react'
import { readJson } from '../../ui/read-json.js'
import type { LocatedFault } from './faults.js'

/** The texts of the params fields, by node id. A text may be incomplete JSON. */
type ParamsTexts = ReadonlyMap<string, string>

const NOTHING: JsonObject = {}

/** Parses params; `undefined` if the text is not a JSON object. */
export function readParams(text: string): JsonObject | undefined {
  if (text.trim() === '') return NOTHING
  const read = readJson(text)
  if (!('value' in read)) return undefined
  const { value } = read
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

/**
 * Returns the text to show in a params field: the typed text, unless the params have since been changed in another way,
 * for example by undo.
 */
export function chooseFieldText(written: string | undefined, params: JsonObject): string {
  const parsed = written === undefined ? undefined : readParams(written)
  const stays = written !== undefined && (parsed === undefined || isSameJson(parsed, params))
  if (stays) return written
  return Object.keys(params).length === 0 ? '' : JSON.stringify(params, null, 2)
}

/** Returns a fault for each node whose params text is not a JSON object. */
export function findUnreadableParams(texts: ParamsTexts, nodes: readonly DrawnNode[]): readonly LocatedFault[] {
  return nodes
    .filter(({ id }) => readParams(texts.get(id) ?? '') === undefined)
    .map(({ id, label }) => ({
      code: 'invalidParams',
      message: `the params of “${visibleLabel(label)}” are not a JSON object yet and were not applied`,
      nodes: [id],
      edges: [],
    }))
}

/**
 * Stores the typed texts of params fields until the editor closes, so that incomplete JSON is not lost when the user
 * opens another node.
 */
export function useParamsTexts(nodes: readonly DrawnNode[]) {
  const [texts, setTexts] = useState<ParamsTexts>(new Map())
  const faults = useMemo(() => findUnreadableParams(texts, nodes), [texts, nodes])
  return { texts, faults, write: (id: string, text: string) => setTexts((before) => new Map(before).set(id, text)) }
}
