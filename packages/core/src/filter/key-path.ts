import { isObject, ownValue } from '../json-value.js'
import type { WorkMeter } from '../work-meter.js'

/**
 * Reads one field of an object; `undefined` if the object does not have this field. Counts a step for each element of a
 * list, and for each name that it looks up in an object.
 */
export type FieldReader = (subject: object, meter: WorkMeter) => unknown

/**
 * One way to read the rest of a key: reads the property `name`, then continues with one of the branches in `next`. If
 * `next` is empty, `name` is the end of the key.
 */
interface KeyBranch {
  readonly name: string
  readonly next: readonly KeyBranch[]
}

/**
 * Compiles the dotted path `key` to a function that reads the field (rules.md#filter-keys).
 *
 * Property names may contain dots (`attributes.app.kubernetes.io/name`). The function tries every way to split the key
 * at its dots, shortest names first, and returns the first field that it finds. Only own properties count. If a value
 * on the path is a list, the function reads the rest of the path from each element and returns the list of results.
 */
export function compileKey(key: string): FieldReader {
  const names = key.split('.')
  if (names.length === 1) return (subject) => ownValue(subject as Record<string, unknown>, key)
  const branches = listKeyBranches(names)
  return (subject, meter) => followBranches(subject, branches, meter)
}

/**
 * All ways to split the key into property names. Each property name consists of one or more of `names`, joined by dots.
 * Shorter property names come first. Several ways can end with the same rest of the key: `a.b.c` has the rest `c` after
 * the names `a` and `b`, and also after the name `a.b`. The branches for such a rest are built only once and shared.
 */
function listKeyBranches(names: readonly string[]): readonly KeyBranch[] {
  const rests: (readonly KeyBranch[])[] = []
  rests[names.length] = []
  for (let start = names.length - 1; start >= 0; start--) {
    const branches: KeyBranch[] = []
    for (let end = start + 1; end <= names.length; end++) {
      branches.push({ name: names.slice(start, end).join('.'), next: rests[end] ?? [] })
    }
    rests[start] = branches
  }
  return rests[0] ?? []
}

function followBranches(value: unknown, branches: readonly KeyBranch[], meter: WorkMeter): unknown {
  if (branches.length === 0) return value
  if (Array.isArray(value)) {
    meter.count(value.length)
    return value.map((element) => followBranches(element, branches, meter))
  }
  if (!isObject(value)) return undefined
  meter.count(branches.length)
  for (const { name, next } of branches) {
    const found = Object.hasOwn(value, name) ? followBranches(value[name], next, meter) : undefined
    if (found !== undefined && found !== null) return found
  }
  return undefined
}
