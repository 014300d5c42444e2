import type { JsonStep } from '../json/scan-json.js'

/** The result of following a dotted path in a value. */
export interface Followed {
  /** The steps of the path that exist in the value. */
  readonly steps: readonly JsonStep[]
  /** The value at the end; `undefined` if the path does not exist. */
  readonly value: unknown
}

/** Follows a path such as `fieldMappings.attributes.a.b`. Keys may contain dots; the longest matching key is used. */
export function follow(from: unknown, path: string): Followed {
  const steps: string[] = []
  let value = from
  let rest = path
  while (rest !== '') {
    const key = keyAhead(value, rest)
    if (key === undefined) return { steps, value: undefined }
    steps.push(key)
    value = (value as Readonly<Record<string, unknown>>)[key]
    rest = rest.slice(key.length + 1)
  }
  return { steps, value }
}

function keyAhead(value: unknown, rest: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const keys = Object.keys(value).filter((key) => rest === key || rest.startsWith(`${key}.`))
  return keys.sort((left, right) => right.length - left.length)[0]
}
