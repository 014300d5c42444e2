import type { JsonStep } from '../json/scan-json.js'

/** Where a path with dots leads in a value. */
export interface Followed {
  /** As far as there is something. */
  readonly steps: readonly JsonStep[]
  /** What is at the end; `undefined` = the path leads on to nothing. */
  readonly value: unknown
}

/** Follows a path such as `fieldMappings.attributes.a.b`; a key may hold dots itself, and the longest that is there counts. */
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
