import { ownValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'

/**
 * A key of an object, an index of a list, or {@link SAME_LIST_INDEX}. A key that every object inherits, such as
 * `toString`, is an {@link InheritedKey}: only for these keys, `lookUpPath` checks whether the property is the object's
 * own. Checking every key would take twice the time.
 */
export type PathStep = string | number | InheritedKey

interface InheritedKey {
  readonly own: string
}

/** The step `[N]`: the element of a list at the index of the current repetition of `expand`. */
export const SAME_LIST_INDEX = -1
/** The only step of a path with a fault. No list has this index, so the path finds nothing. */
const NO_LIST_INDEX = -2

/** The path of a value in a payload (rules.md#mapping-values). Examples: `a[1].b["x.y"]`, `a[N].b`, `a[]`, `a[].b`. */
export interface PayloadPath {
  /** The trimmed text of the path. */
  readonly text: string
  readonly steps: readonly PathStep[]
  /** The steps after `[]`, which are read in each element of the list; `undefined` = the path contains no `[]`. */
  readonly each: readonly PathStep[] | undefined
  /** Why this path finds nothing in any payload; `undefined` = it may find something. */
  readonly fault: string | undefined
}

/**
 * Parses a payload path. Accepts any text, because a path that finds nothing only leaves its field empty
 * (rules.md#mapping-values). If a path can never find anything, `fault` says why.
 */
export function parsePath(sent: string): PayloadPath {
  const text = sent.trim()
  if (text === '') return pathWithFault(text, 'it is empty')
  if (text.length > LIMITS.payloadPath) return pathWithFault(text, `it is longer than ${LIMITS.payloadPath} characters`)
  const scanner = new PathScanner(text)
  const fault = scanner.scan()
  return fault === undefined ? { text, steps: scanner.steps, each: scanner.each, fault } : pathWithFault(text, fault)
}

/**
 * Returns the value at the end of the steps; `undefined` = there is none. Reads only own properties of objects and
 * elements of lists, so a path cannot read the `length` of a text or a list.
 *
 * @param index the index to read for the step `[N]`; negative = there is no such index, so that the step finds nothing
 */
export function lookUpPath(payload: unknown, steps: readonly PathStep[], index: number): unknown {
  let found = payload
  for (let at = 0; at < steps.length && found !== undefined; at++) found = stepInto(found, steps[at], index)
  return found
}

/** Returns the value that one step finds, for {@link lookUpPath}. */
export function stepInto(from: unknown, step: PathStep | undefined, index: number): unknown {
  if (typeof from !== 'object' || from === null) return undefined
  if (Array.isArray(from)) {
    return typeof step === 'number' ? from[step === SAME_LIST_INDEX ? index : step] : undefined
  }
  if (typeof step === 'string') return (from as Readonly<Record<string, unknown>>)[step]
  return typeof step === 'object' ? ownValue(from as Readonly<Record<string, unknown>>, step.own) : undefined
}

/** Writes steps as a path, for example `alerts[3].labels["a.b"]`. A step `[N]` is written with `index` instead of N. */
export function writePath(steps: readonly PathStep[], index: number): string {
  return steps.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${writeIndex(step, index)}]`
    const key = typeof step === 'string' ? step : step.own
    if (!PLAIN_KEY_PATTERN.test(key) || key.trim() !== key) return `${text}["${key.replace(/["\\]/g, '\\$&')}"]`
    return text === '' ? key : `${text}.${key}`
  }, '')
}

/** True if the path contains `[N]`, so that its value depends on the current repetition of `expand`. */
export function readsSameIndex({ steps, each = [] }: PayloadPath): boolean {
  return steps.includes(SAME_LIST_INDEX) || each.includes(SAME_LIST_INDEX)
}

const PLAIN_KEY_PATTERN = /^[^.[\]]+$/
const KEY_TOKEN_PATTERN = /[^.[\]]+/y
const BRACKET_TOKEN_PATTERN = /\[(?:(\d{1,9})|(N)|("|')((?:[^\\]|\\.)*?)\3)?\]/sy
/**
 * Keys that a path must not contain, because they can lead to the prototype of an object. They are not read even if the
 * payload itself contains them. Other inherited keys, such as `toString`, are allowed: see {@link InheritedKey}.
 */
const KEYS_NEVER_READ: ReadonlySet<string> = new Set(['__proto__', 'constructor'])

class PathScanner {
  readonly #text: string
  #at = 0
  steps: PathStep[] = []
  each: PathStep[] | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** Scans the whole text. Returns what is wrong with the path; `undefined` if nothing is. */
  scan(): string | undefined {
    while (this.#at < this.#text.length) {
      const fault = this.#text[this.#at] === '[' ? this.#scanBracket() : this.#scanKey()
      if (fault !== undefined) return fault
      if (this.steps.length + (this.each?.length ?? 0) > LIMITS.payloadPathSteps) {
        return `it has more than ${LIMITS.payloadPathSteps} steps`
      }
    }
    return undefined
  }

  /** Scans a key. A dot must precede it, except at the start of the path. */
  #scanKey(): string | undefined {
    const start = this.#at
    if (start > 0 && this.#text[start] !== '.') return `a dot is missing at character ${start + 1}`
    const [key] = this.#match(KEY_TOKEN_PATTERN, start > 0 ? start + 1 : start) ?? []
    if (key === undefined) return `a name is missing at character ${start + 1}`
    return this.#add(key)
  }

  /** Scans `[3]`, `[N]`, `["a key"]` or `[]`. */
  #scanBracket(): string | undefined {
    const start = this.#at
    const found = this.#match(BRACKET_TOKEN_PATTERN, start)
    if (found === undefined) return `the bracket at character ${start + 1} holds no index, N or quoted key`
    const [, index, same, quote, key = ''] = found
    if (index !== undefined) return this.#add(Number(index))
    if (same !== undefined) return this.#add(SAME_LIST_INDEX)
    if (quote !== undefined) return this.#add(key.replace(/\\(.)/gs, '$1'))
    if (this.each !== undefined) return 'it has [] twice'
    this.each = []
    return undefined
  }

  #match(pattern: RegExp, from: number): readonly string[] | undefined {
    pattern.lastIndex = from
    const found = pattern.exec(this.#text)
    if (found === null) return undefined
    this.#at = pattern.lastIndex
    return found
  }

  #add(step: string | number): string | undefined {
    if (typeof step === 'string' && KEYS_NEVER_READ.has(step)) return `${step} is never read`
    const isInherited = typeof step === 'string' && step in Object.prototype
    const steps = this.each ?? this.steps
    steps.push(isInherited ? { own: step } : step)
    return undefined
  }
}

function pathWithFault(text: string, fault: string): PayloadPath {
  return { text, steps: [NO_LIST_INDEX], each: undefined, fault }
}

function writeIndex(step: number, index: number): string {
  if (step !== SAME_LIST_INDEX) return String(step)
  return index < 0 ? 'N' : String(index)
}
