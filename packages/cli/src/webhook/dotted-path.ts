import type { JsonStep } from '../json-location.js'

/** The result of following a dotted path in a value. */
export interface FollowedPath {
  /** The steps of the path that exist in the value. */
  readonly steps: readonly JsonStep[]
  /** The value at the path; `undefined` if the path does not exist. */
  readonly value: unknown
}

/**
 * Follows a path such as `fieldMappings.attributes.a.b` or `policies[0].name`. Keys may contain dots; the longest
 * matching key is used.
 */
export function followPath(from: unknown, path: string): FollowedPath {
  const steps: JsonStep[] = []
  let value = from
  let rest = path
  while (rest !== '') {
    const step = Array.isArray(value) ? readIndexAhead(value, rest) : findKeyAhead(value, rest)
    if (step === undefined) return { steps, value: undefined }
    steps.push(step.to)
    value = (value as Readonly<Record<JsonStep, unknown>>)[step.to]
    rest = rest.slice(step.length).replace(/^\./, '')
  }
  return { steps, value }
}

interface StepAhead {
  readonly to: JsonStep
  /** The number of characters that the step has in the path. */
  readonly length: number
}

function readIndexAhead(list: readonly unknown[], rest: string): StepAhead | undefined {
  const [text, digits] = /^\[(\d+)\]/.exec(rest) ?? []
  return text !== undefined && Number(digits) < list.length ? { to: Number(digits), length: text.length } : undefined
}

function findKeyAhead(value: unknown, rest: string): StepAhead | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const keys = Object.keys(value).filter(
    (key) => rest.startsWith(key) && ['', '.', '['].includes(rest.charAt(key.length)),
  )
  const [longest] = keys.sort((left, right) => right.length - left.length)
  return longest === undefined ? undefined : { to: longest, length: longest.length }
}
