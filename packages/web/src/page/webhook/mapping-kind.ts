import type { JsonObject, JsonValue } from '@opsgraph/core'
import { isJsonObject } from './webhook-draft.js'

/**
 * The kinds of mapping values (docs/webhooks.md, "Mapping"). The user can edit mapping values of the kinds `literal`
 * and `other` only as JSON.
 */
export type MappingKind = 'path' | 'join' | 'keys' | 'choice' | 'expand' | 'literal' | 'other'

export const MAPPING_KINDS: readonly { readonly value: MappingKind; readonly label: string }[] = [
  { value: 'path', label: 'Path' },
  { value: 'join', label: 'List as one text' },
  { value: 'keys', label: 'Keys of an object' },
  { value: 'choice', label: 'Condition' },
  { value: 'expand', label: 'One alert per element' },
]

export function kindOf(value: JsonValue | undefined): MappingKind {
  if (value === undefined || value === null || typeof value === 'string') return 'path'
  if (typeof value === 'number' || typeof value === 'boolean') return 'literal'
  if (!isJsonObject(value)) return 'other'
  return kindOfObject(value)
}

function kindOfObject(value: JsonObject): MappingKind {
  const keys = Object.keys(value).filter((key) => key !== 'path')
  if (typeof value.path !== 'string') return 'other'
  if (keys.length === 0) return 'path'
  if (keys.length === 1 && typeof value.join === 'string') return 'join'
  if (keys.length === 1 && value.expand === true) return 'expand'
  if (keys.length === 1 && value.keys === true) return 'keys'
  const isChoice = keys.length > 0 && keys.every((key) => key === 'if_true' || key === 'if_false')
  return isChoice && keys.every((key) => typeof value[key] === 'string') ? 'choice' : 'other'
}

export function pathOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  return isJsonObject(value) && typeof value.path === 'string' ? value.path : ''
}

export function withPath(value: JsonValue | undefined, path: string): JsonValue {
  return isJsonObject(value) ? { ...value, path } : path
}

/** Converts a mapping value to another kind. The path in the mapping value stays the same. */
export function asKind(value: JsonValue | undefined, kind: MappingKind): JsonValue {
  const path = pathOf(value)
  if (kind === 'join') return { path, join: ', ' }
  if (kind === 'keys') return { path, keys: true }
  if (kind === 'choice') return { path, if_true: '', if_false: '' }
  return kind === 'expand' ? { path, expand: true } : path
}
