import { isObject, ownValue } from '../json-value.js'

/** Reads the field that a key names; `undefined` when there is none. */
export type FieldReader = (subject: object) => unknown

/** One way to read the rest of a key: take the property `name`, then go on in one of the ways `next`; none = arrived. */
interface Step {
  readonly name: string
  readonly next: readonly Step[]
}

/**
 * Makes a reader of the dotted path `key` (rules.md#filter-keys).
 *
 * Names may hold dots themselves (`attributes.app.kubernetes.io/name`): at each level a dot parts two names where that
 * leads to a field, otherwise it belongs to the name; the shortest name wins. Only own properties count. A path that
 * meets a list goes on in each of its elements, and gives the list of what it finds.
 */
export function compileKey(key: string): FieldReader {
  const names = key.split('.')
  if (names.length === 1) return (subject) => ownValue(subject as Record<string, unknown>, key)
  const steps = stepsOf(names)
  return (subject) => follow(subject, steps)
}

/** The ways to read all the names, the shortest property first. Each rest of the key is shared by all that lead to it. */
function stepsOf(names: readonly string[]): readonly Step[] {
  const rests: (readonly Step[])[] = []
  rests[names.length] = []
  for (let start = names.length - 1; start >= 0; start--) {
    const steps: Step[] = []
    for (let end = start + 1; end <= names.length; end++) {
      steps.push({ name: names.slice(start, end).join('.'), next: rests[end] ?? [] })
    }
    rests[start] = steps
  }
  return rests[0] ?? []
}

function follow(value: unknown, steps: readonly Step[]): unknown {
  if (steps.length === 0) return value
  if (Array.isArray(value)) return value.map((element) => follow(element, steps))
  if (!isObject(value)) return undefined
  for (const { name, next } of steps) {
    const found = Object.hasOwn(value, name) ? follow(value[name], next) : undefined
    if (found !== undefined && found !== null) return found
  }
  return undefined
}
