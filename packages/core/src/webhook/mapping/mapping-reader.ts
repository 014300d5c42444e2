import type { Issue } from '../../issue.js'
import { isJson, isObject, type JsonObject, type JsonValue, ownValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { truncateForMessage } from '../../truncate-for-message.js'
import { isBlank } from './check-coverage.js'
import type { MappedField, ValueSource } from './mapping.js'
import { type PayloadPath, parsePath, SAME_LIST_INDEX } from './payload-path.js'

/** The codes for faults in the configuration of a mapping. */
export const MAPPING_CODES = [
  'invalidMapping',
  'invalidDefault',
  'invalidArrayPath',
  'invalidBase64Field',
  'invalidJsonField',
  'unknownField',
  'tooMany',
] as const
export type MappingCode = (typeof MAPPING_CODES)[number]
export type MappingIssue = Issue<MappingCode>

/** Creates an issue. Its message begins with the path. */
export function mappingIssue(code: MappingCode, path: string, what: string): MappingIssue {
  return { code, path, message: `${path} ${what}` }
}

/** The keys of a mapping that is an object. {@link MappingReader} checks which of them may be combined. */
const MAPPING_KEYS = ['path', 'join', 'keys', 'expand', 'if_true', 'if_false'] as const

/** Reads the values of a `fieldMappings` object, and collects their faults in `issues`. */
export class MappingReader {
  readonly issues: MappingIssue[] = []
  /** The lists that `expand` iterates over. */
  readonly expands: PayloadPath[] = []

  /** Reads the mapping of one field; `undefined` = it is missing, `null`, a blank text or faulty. */
  readSource(sent: unknown, path: string): ValueSource | undefined {
    if (isBlank(sent)) return undefined
    if (typeof sent === 'string') return { kind: 'path', path: parsePath(sent) }
    if (typeof sent === 'boolean' || Number.isFinite(sent)) return { kind: 'literal', value: sent as number | boolean }
    if (isObject(sent)) return this.#readObject(sent, path)
    return this.#fault(path, 'must be a path, a number, a boolean or an object with a path')
  }

  /**
   * Reads the mapping of `attributes`: a path to an object, or `{path, expand: true}` for a list of objects, or a group
   * of attributes.
   */
  readAttributes(sent: unknown): ValueSource | undefined {
    const path = 'fieldMappings.attributes'
    if (!isObject(sent)) return this.readSource(sent, path)
    // An object without `expand: true` is a group of attributes, even if one of these attributes is called `path`.
    const isExpanded = typeof ownValue(sent, 'path') === 'string' && ownValue(sent, 'expand') === true
    return isExpanded ? this.#readObject(sent, path) : this.#readGroup(sent, { path, depth: 1 })
  }

  /** Adds the default values of the attributes in a group, including attributes that are not mapped. */
  withDefaults(field: MappedField): MappedField {
    const { source, defaultValue } = field
    if (source?.kind !== 'group' || !isObject(defaultValue)) return field
    const mapped = source.members.map((member) =>
      this.withDefaults({
        ...member,
        defaultValue: (ownValue(defaultValue, member.name) ?? undefined) as JsonValue | undefined,
      }),
    )
    const names = new Set(mapped.map(({ name }) => name))
    const unmapped = Object.entries(defaultValue as JsonObject).filter(([name]) => !names.has(name))
    const added = unmapped.map(([name, value]) =>
      this.#createMember(field, name, { source: undefined, defaultValue: value }),
    )
    return { ...field, source: { kind: 'group', members: [...mapped, ...added] }, defaultValue: undefined }
  }

  #readGroup(group: Readonly<Record<string, unknown>>, at: { path: string; depth: number }): ValueSource | undefined {
    if (at.depth > LIMITS.webhookAttributeDepth) {
      return this.#fault(at.path, `holds more than ${LIMITS.webhookAttributeDepth} levels of attributes`)
    }
    const members = Object.entries(group).flatMap(([name, sent]): MappedField[] => {
      const path = `${at.path}.${name}`
      const source = isFieldGroup(sent)
        ? this.#readGroup(sent, { path, depth: at.depth + 1 })
        : this.readSource(sent, path)
      return source === undefined ? [] : [this.#createMember({ path: withoutPrefix(at.path) }, name, { source })]
    })
    return members.length > 0 ? { kind: 'group', members } : undefined
  }

  #createMember(
    group: { readonly path: string },
    name: string,
    content: { readonly source: ValueSource | undefined; readonly defaultValue?: JsonValue },
  ): MappedField {
    const path = `${group.path}.${name}`
    if (name === '__proto__') this.#fault(path, 'cannot be the name of an attribute')
    return { name, path, source: content.source, defaultValue: content.defaultValue ?? undefined, isText: false }
  }

  #readObject(sent: Readonly<Record<string, unknown>>, path: string): ValueSource | undefined {
    const unknown = Object.keys(sent).filter((key) => !MAPPING_KEYS.some((known) => known === key))
    if (unknown.length > 0) return this.#fault(path, `has unknown keys: ${truncateForMessage(unknown.join(', '))}`)
    const text = ownValue(sent, 'path')
    if (typeof text !== 'string' || text.trim() === '') return this.#fault(path, 'needs a path')
    const isKeys = ownValue(sent, 'keys') === true
    const kinds = [isKeySet(sent, 'join') || isKeys, ownValue(sent, 'expand') === true, isChoice(sent)]
    if (kinds.filter(Boolean).length > 1)
      return this.#fault(path, 'can have one of expand, join and keys, or if_true and if_false')
    return this.#readKind(sent, { path, payloadPath: parsePath(text) })
  }

  #readKind(
    sent: Readonly<Record<string, unknown>>,
    { path, payloadPath }: { readonly path: string; readonly payloadPath: PayloadPath },
  ): ValueSource | undefined {
    const separator = ownValue(sent, 'join') ?? undefined
    const [expand, keys] = [ownValue(sent, 'expand') ?? false, ownValue(sent, 'keys') ?? false]
    if (separator !== undefined && typeof separator !== 'string') return this.#fault(path, 'needs a text as join')
    if (typeof expand !== 'boolean') return this.#fault(path, 'needs true or false as expand')
    if (typeof keys !== 'boolean') return this.#fault(path, 'needs true or false as keys')
    if (keys) return this.#readKeys(path, payloadPath, separator)
    if (separator !== undefined) return { kind: 'join', path: payloadPath, separator }
    if (isChoice(sent)) return this.#readChoice(sent, { path, payloadPath })
    return expand ? this.#readExpand(path, payloadPath) : { kind: 'path', path: payloadPath }
  }

  #readKeys(path: string, payloadPath: PayloadPath, separator: string | undefined): ValueSource | undefined {
    if (payloadPath.each !== undefined) return this.#fault(path, 'reads the keys of a list, which has none')
    return { kind: 'keys', path: payloadPath, separator }
  }

  #readChoice(
    sent: Readonly<Record<string, unknown>>,
    { path, payloadPath }: { readonly path: string; readonly payloadPath: PayloadPath },
  ): ValueSource | undefined {
    const [ifTrue, ifFalse] = [ownValue(sent, 'if_true') ?? undefined, ownValue(sent, 'if_false') ?? undefined]
    if (![ifTrue, ifFalse].every((value) => value === undefined || isJson(value))) {
      return this.#fault(path, 'needs plain JSON as if_true and if_false')
    }
    return { kind: 'choice', path: payloadPath, ifTrue: ifTrue as JsonValue, ifFalse: ifFalse as JsonValue }
  }

  /**
   * Reads a path with `expand`, which gives each alert one element of a list. The returned path reads this element:
   * `a[]` becomes `a[N]`, and `a[].b` becomes `a[N].b`.
   */
  #readExpand(path: string, list: PayloadPath): ValueSource | undefined {
    if (list.fault !== undefined) return this.#fault(path, `expands no path: ${list.fault}`)
    if (list.each === undefined) return this.#fault(path, 'expands a path without []')
    if (list.steps.includes(SAME_LIST_INDEX)) return this.#fault(path, 'expands a path with [N]')
    this.expands.push(list)
    const steps = [...list.steps, SAME_LIST_INDEX, ...list.each]
    return { kind: 'path', path: { text: list.text, steps, each: undefined, fault: undefined } }
  }

  #fault(path: string, what: string): undefined {
    this.issues.push(mappingIssue('invalidMapping', path, what))
    return undefined
  }
}

/** True for a nested group of attributes: an object inside `attributes` that is not a mapping object. */
function isFieldGroup(sent: unknown): sent is Readonly<Record<string, unknown>> {
  return isObject(sent) && !Object.hasOwn(sent, 'path')
}

function isChoice(sent: Readonly<Record<string, unknown>>): boolean {
  return isKeySet(sent, 'if_true') || isKeySet(sent, 'if_false')
}

function isKeySet(sent: Readonly<Record<string, unknown>>, key: string): boolean {
  return (ownValue(sent, key) ?? undefined) !== undefined
}

function withoutPrefix(path: string): string {
  return path.replace(/^fieldMappings[.]/, '')
}
