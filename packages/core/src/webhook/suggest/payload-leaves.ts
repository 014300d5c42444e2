import { isObject, type JsonValue } from '../../json-value.js'
import { type PathStep, writePath } from '../mapping/payload-path.js'

type Scalar = string | number | boolean

/** A path at which at least half of the payloads have a text, a number or a boolean. */
export interface PayloadLeaf {
  /** The path, in the form that a mapping uses. */
  readonly path: string
  /**
   * The last key of the path, and the last two keys together, in lower case and without punctuation. For example, the
   * names of `alert.hostName` are `hostname` and `alerthostname`.
   */
  readonly names: readonly string[]
  /** The number of keys in the path. */
  readonly depth: number
  /** The values at the path: one from each payload that has a value there. */
  readonly values: readonly Scalar[]
}

/** The maximum number of values that are visited in one payload. */
const MAX_LEAF_VALUES = 5_000

/** The result of {@link findLeaves}. */
export interface PayloadLeaves {
  /** The leaves, in the order in which their paths are first found in the payloads. */
  readonly leaves: readonly PayloadLeaf[]
  /**
   * The paths of texts that contain a JSON object. The values in such an object are treated like other values of the
   * payload.
   */
  readonly jsonFields: readonly string[]
}

/** Finds the leaves of the payloads. Values in lists are not visited. */
export function findLeaves(payloads: readonly JsonValue[]): PayloadLeaves {
  const byPath = new Map<string, { readonly steps: readonly string[]; readonly values: Scalar[] }>()
  const jsonFields = new Set<string>()
  for (const payload of payloads) {
    const { scalars, texts } = findScalars(payload)
    for (const steps of texts) jsonFields.add(writePath(steps, -1))
    for (const { steps, value } of scalars) {
      const path = writePath(steps, -1)
      const leaf = byPath.get(path) ?? { steps, values: [] }
      leaf.values.push(value)
      byPath.set(path, leaf)
    }
  }
  const leaves = [...byPath].flatMap(([path, { steps, values }]) =>
    values.length * 2 < payloads.length ? [] : [{ path, names: namesOf(steps), depth: steps.length, values }],
  )
  return { leaves, jsonFields: [...jsonFields] }
}

/**
 * Converts a key to lower case and removes punctuation, so that `alert_name`, `alertName` and `Alert Name` become
 * equal.
 */
export function plainName(key: string): string {
  return key.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

interface FoundValue {
  readonly steps: readonly string[]
  readonly value: unknown
}

interface FoundScalar extends FoundValue {
  readonly value: Scalar
}

function findScalars(payload: JsonValue) {
  const scalars: FoundScalar[] = []
  const texts: (readonly string[])[] = []
  const pending: FoundValue[] = [{ steps: [], value: payload }]
  for (let next = pending.pop(), visited = 0; next !== undefined && visited < MAX_LEAF_VALUES; visited++) {
    const { steps, value } = next
    const inside = typeof value === 'string' ? findObject(value) : undefined
    if (inside !== undefined) texts.push(steps)
    if (isScalar(value) && inside === undefined) scalars.push({ steps, value })
    else pending.push(...childrenOf({ steps, value: inside ?? value }))
    next = pending.pop()
  }
  return { scalars, texts }
}

/**
 * The values of an object, in reverse order. The caller puts them on a stack, so it visits them in their original
 * order.
 */
function childrenOf({ steps, value }: FoundValue): readonly FoundValue[] {
  if (!isObject(value)) return []
  return Object.entries(value)
    .map(([key, child]) => ({ steps: [...steps, key], value: child }))
    .reverse()
}

/** The JSON object that a text contains; `undefined` = the text contains none. */
function findObject(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function namesOf(steps: readonly PathStep[]): readonly string[] {
  const keys = steps.filter((step) => typeof step === 'string').map(plainName)
  return [keys.slice(-1).join(''), keys.slice(-2).join('')]
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.trim() !== '')
}
