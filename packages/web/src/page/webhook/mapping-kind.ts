import type { JsonObject, JsonValue } from '@opsgraph/core'
import { isJsonObject } from './webhook-draft.js'

/**
 * The kinds of mapping values (docs/webhooks.md, "Mapping"). `keys` has the keys that a value of the kind has besides
 * `path`, with their initial values. The user can edit only those keys whose values are texts.
 */
const KINDS = {
  path: { label: 'Path', keys: {} },
  join: { label: 'List as one text', keys: { join: ', ' } },
  keys: { label: 'Keys of an object', keys: { keys: true } },
  choice: { label: 'Condition', keys: { if_true: '', if_false: '' } },
  expand: { label: 'One alert per element', keys: { expand: true } },
} as const

type EditableKind = keyof typeof KINDS
/** A kind of mapping values. The user can edit values of the kinds `literal` and `other` only as JSON. */
type MappingKind = EditableKind | 'literal' | 'other'

const EDITABLE_KINDS = Object.keys(KINDS) as EditableKind[]
export const MAPPING_KINDS = EDITABLE_KINDS.map((value) => ({ value, label: KINDS[value].label }))

export function findKind(value: JsonValue | undefined): MappingKind {
  if (value === undefined || value === null || typeof value === 'string') return 'path'
  if (typeof value === 'number' || typeof value === 'boolean') return 'literal'
  if (!isJsonObject(value) || typeof value.path !== 'string') return 'other'
  const { path, ...given } = value
  if (Object.keys(given).length === 0) return 'path'
  return EDITABLE_KINDS.find((kind) => kind !== 'path' && hasOnlyKeysOf(given, KINDS[kind].keys)) ?? 'other'
}

/**
 * Whether a mapping value has only keys of a kind, with values of the right types. It need not have all keys of the
 * kind: a condition may have only `if_true` or only `if_false`.
 */
function hasOnlyKeysOf(given: JsonObject, keys: JsonObject): boolean {
  return Object.entries(given).every(([key, value]) =>
    typeof keys[key] === 'string' ? typeof value === 'string' : keys[key] === true && value === true,
  )
}

export function readPath(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  return isJsonObject(value) && typeof value.path === 'string' ? value.path : ''
}

export function setPath(value: JsonValue | undefined, path: string): JsonValue {
  return isJsonObject(value) ? { ...value, path } : path
}

/** Converts a mapping value to another kind. The path in the mapping value stays the same. */
export function convertToKind(value: JsonValue | undefined, kind: EditableKind): JsonValue {
  return kind === 'path' ? readPath(value) : { path: readPath(value), ...KINDS[kind].keys }
}
