import { isJson, type JsonObject, type JsonValue } from '../../json-value.js'
import { lookUp, type PathStep, type PayloadPath } from './payload-path.js'

/**
 * Replaces the texts at the paths by the JSON that they contain (rules.md#payload-formats). A text stays a text if it is
 * not JSON, or if the JSON is nested too deeply. A path may lead into the JSON that an earlier path has read. The given
 * payload does not change.
 */
export function readJsonTexts(payload: JsonValue, paths: readonly PayloadPath[]): JsonValue {
  return paths.reduce((read, { steps, each }) => {
    return replaceAt(read, steps, each === undefined ? readText : (list) => replaceEach(list, each))
  }, payload)
}

type Replace = (value: JsonValue) => JsonValue

/** Returns the value with another value at the end of the steps; the same value if nothing changes. */
function replaceAt(value: JsonValue, [step, ...rest]: readonly PathStep[], replace: Replace): JsonValue {
  if (step === undefined) return replace(value)
  const child = lookUp(value, [step], -1) as JsonValue | undefined
  if (child === undefined) return value
  const replaced = replaceAt(child, rest, replace)
  if (replaced === child) return value
  if (Array.isArray(value)) return value.with(Number(step), replaced)
  return { ...(value as JsonObject), [typeof step === 'object' ? step.own : step]: replaced }
}

/** Replaces the value at the end of the steps in each element. A value that is not a list counts as its one element. */
function replaceEach(list: JsonValue, each: readonly PathStep[]): JsonValue {
  if (!Array.isArray(list)) return each.length === 0 ? readText(list) : list
  return list.map((element: JsonValue) => replaceAt(element, each, readText))
}

function readText(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value
  try {
    const parsed: unknown = JSON.parse(value)
    return isJson(parsed) ? parsed : value
  } catch {
    return value
  }
}
