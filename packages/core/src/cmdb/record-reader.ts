import { isObject } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { normalizeName, textFault } from '../name.js'
import { truncateForMessage } from '../truncate-for-message.js'
import type { CmdbCode, CmdbIssues, CmdbRemark, RecordLocation } from './cmdb-issue.js'
import type { CmdbAttributes, CmdbRecord } from './cmdb-record.js'

type UncheckedRecord = Readonly<Record<string, unknown>>

/** Options for reading records of any file format. */
export interface RecordReaderOptions {
  /** The environment of records that name no environment. */
  readonly environment: string
  /**
   * True if texts may contain characters that a database cannot store. False for a CSV file, and for a JSON file
   * without `\u` escapes: their texts need no check.
   */
  readonly mayHaveInvalidText: boolean
}

const NO_NAMES: readonly string[] = []
/**
 * Separates several parents in one text. A semicolon does not separate, because the name of a resource may contain it.
 */
const PARENT_SEPARATOR = /[|]/
const SERVICE_SEPARATOR = /[;|]/
const NO_ATTRIBUTES: CmdbAttributes = {}

/**
 * Reads records one by one by the rules for their fields (rules.md#cmdb-records). Collects every fault, not only the
 * first.
 */
export class RecordReader {
  readonly records: CmdbRecord[] = []
  readonly warnings: CmdbRemark[] = []
  /** The records that name their own resource as a parent, each with the field that names it. */
  readonly selfParents: (RecordLocation & Pick<CmdbRecord, 'resource'>)[] = []
  #row = -1

  constructor(
    readonly options: RecordReaderOptions,
    readonly issues: CmdbIssues,
  ) {}

  /**
   * @param raw the next record, unchecked
   * @param columns the keys of attributes for which a CSV file has a column; `undefined` for JSON
   */
  read(raw: unknown, columns?: readonly string[]): void {
    this.#row++
    if (!isObject(raw)) {
      this.issues.addToRecord('missingResource', { row: this.#row }, 'a record must be an object')
      return
    }
    const resource = this.#resource(raw.resource)
    const before = this.records.at(-1)
    const environment = reuseText(this.#environment(raw.environment), before?.environment)
    const parents = reuseList(this.#parents(raw, resource), before?.parents)
    const services = reuseList(this.#services(raw), before?.services)
    const type = reuseText(raw.type === undefined ? null : (this.#text(raw.type, 'type') ?? ''), before?.type)
    const attributes = this.#attributes(raw.attributes)
    if (resource === undefined) return
    if (services.length === 0) this.#noteUnstored(resource, type, attributes)
    const blankKeys = columns ?? findBlankAttributeKeys(raw.attributes, attributes)
    this.records.push({ row: this.#row, environment, resource, parents, services, type, attributes, blankKeys })
  }

  #resource(sent: unknown): string | undefined {
    const text = toText(sent)
    if (text !== undefined && text !== '') return this.#check(text, 'resource')
    const message =
      text === '' ? 'a record needs a resource: a text' : `resource must be a text${hintForField('resource', sent)}`
    this.#add('missingResource', 'resource', message)
    return undefined
  }

  #environment(sent: unknown): string {
    const text = this.#text(sent, 'environment')
    if (text !== undefined) return text
    const { environment } = this.options
    this.warnings.push({ code: 'environmentDefaulted', row: this.#row, params: { environment } })
    return environment
  }

  /** Warns that the type and attributes of a record without services are not stored: only nodes have them. */
  #noteUnstored(resource: string, type: string | null, attributes: CmdbAttributes): void {
    const fields = [...(type ? ['type'] : []), ...(Object.keys(attributes).length > 0 ? ['attributes'] : [])]
    if (fields.length === 0) return
    this.warnings.push({ code: 'notStored', row: this.#row, params: { resource, fields: fields.join(' and ') } })
  }

  /** The trimmed text of a field; `undefined` if the field is empty, or if its value is not a text. */
  #text(sent: unknown, field: string): string | undefined {
    const text = toText(sent)
    if (text === '') return undefined
    if (text !== undefined) return this.#check(text, field)
    this.#add('invalidJson', field, `${field} must be a text${hintForField(field, sent)}`)
    return undefined
  }

  #check(text: string, field: string): string {
    const limit = field === 'type' ? LIMITS.cmdbType : LIMITS.name
    if (text.length > limit) this.#add('valueTooLong', field, `${field} is longer than ${limit} characters`)
    else this.#checkText(text, field)
    return text
  }

  #checkText(text: string, field: string): void {
    const fault = this.options.mayHaveInvalidText ? textFault(text) : undefined
    if (fault !== undefined) this.#add('invalidJson', field, `${field} ${fault}`)
  }

  #add(code: CmdbCode, field: string, message: string): void {
    this.issues.addToRecord(code, { row: this.#row, field }, message)
  }

  /** Reads both `parent` and `parents`: together they are all parents of the record. */
  #parents(raw: UncheckedRecord, resource: string | undefined): readonly string[] {
    const parent = this.#text(raw.parent, 'parent')
    const others = raw.parents === undefined ? NO_NAMES : this.#names(raw.parents, 'parents', PARENT_SEPARATOR)
    if (resource !== undefined && parent === resource) this.#noteSelfParent(resource, 'parent')
    if (resource !== undefined && others.includes(resource)) this.#noteSelfParent(resource, 'parents')
    if (parent === undefined) return withoutDuplicates(others)
    return others.length === 0 ? [parent] : withoutDuplicates([parent, ...others])
  }

  #noteSelfParent(resource: string, field: string): void {
    this.selfParents.push({ row: this.#row, field, resource })
  }

  /** Reads both `services` and `service`, because a file may use either name. */
  #services(raw: UncheckedRecord): readonly string[] {
    const names = this.#names(raw.services, 'services', SERVICE_SEPARATOR)
    if (raw.service === undefined) return withoutDuplicates(names)
    return withoutDuplicates([...names, ...this.#names(raw.service, 'service', SERVICE_SEPARATOR)])
  }

  /**
   * Reads a list of names. To save memory, returns the list itself if every item is a trimmed text that is not empty,
   * and a copy otherwise.
   */
  #names(sent: unknown, field: string, separator: RegExp): readonly string[] {
    if (sent === undefined || sent === null || sent === '') return NO_NAMES
    const items: readonly unknown[] = Array.isArray(sent) ? sent : splitNames(sent, separator)
    let isUnchanged = true
    for (const item of items) {
      const name = toText(item)
      if (name === undefined) {
        this.#add('invalidJson', field, `${field} must be a list of texts, or one text`)
        return NO_NAMES
      }
      if (name === '' || name !== item) isUnchanged = false
      this.#check(name, field)
    }
    return isUnchanged
      ? (items as readonly string[])
      : items.map((item) => toText(item) ?? '').filter((name) => name !== '')
  }

  #attributes(sent: unknown): CmdbAttributes {
    if (sent === undefined || sent === null || sent === '') return NO_ATTRIBUTES
    if (isObject(sent)) return this.#entries(sent)
    this.#add('invalidJson', 'attributes', 'attributes must be an object of texts')
    return NO_ATTRIBUTES
  }

  /**
   * Reads attributes. To save memory, returns the sent object itself if every value is a trimmed text that is not
   * empty, and a copy otherwise.
   */
  #entries(sent: UncheckedRecord): CmdbAttributes {
    let isUnchanged = true
    for (const key of Object.keys(sent)) {
      const value = sent[key]
      const text = attributeText(value)
      if (text === undefined) {
        this.#add(
          'invalidJson',
          'attributes',
          `the attribute ${truncateForMessage(key)} must be a text, a number or a boolean`,
        )
        return NO_ATTRIBUTES
      }
      if (text === '' || text !== value) isUnchanged = false
      if (this.options.mayHaveInvalidText) this.#checkText(key + text, 'attributes')
    }
    return isUnchanged ? (sent as CmdbAttributes) : withoutBlankAttributes(sent)
  }
}

/**
 * Returns the text of the previous record if it is equal. Adjacent records often have equal texts. If they share one
 * text, it needs memory only once, and is compared by reference.
 */
function reuseText<T extends string | null>(text: T, before: T | undefined): T {
  return text === before ? before : text
}

/**
 * Returns the list of the previous record if both lists contain the same single text. Longer lists are not compared.
 */
function reuseList(texts: readonly string[], before: readonly string[] = NO_NAMES): readonly string[] {
  return texts.length === 1 && before.length === 1 && texts[0] === before[0] ? before : texts
}

/**
 * The trimmed text of a value, empty if the value is missing; `undefined` if the value is neither a text nor a finite
 * number, or is a whole number beyond the safe range of JavaScript: parsing may have rounded such a number, and two
 * different names could then become equal. Any other number is converted to text.
 */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return normalizeName(value)
  if (value === undefined || value === null) return ''
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value)
}

/** Says how to correct a value that is not a text. Many sources send a reference to another record as an object. */
function hintForField(field: string, sent: unknown): string {
  if (field === 'parent' && Array.isArray(sent)) return ': write a list of parents as parents'
  return isObject(sent) ? ': it is an object, so send the name in it' : ''
}

function attributeText(value: unknown): string | undefined {
  return typeof value === 'boolean' ? String(value) : toText(value)
}

/** Leaves out empty values. Uses `Object.fromEntries`, because a key may be `__proto__`. */
function withoutBlankAttributes(sent: UncheckedRecord): CmdbAttributes {
  const entries = Object.entries(sent).map(([key, value]) => [key, attributeText(value) ?? ''] as const)
  return Object.fromEntries(entries.filter(([, text]) => text !== ''))
}

/** The keys of sent attributes that have no value. Few records have such keys. */
function findBlankAttributeKeys(sent: unknown, attributes: CmdbAttributes): readonly string[] {
  if (sent === attributes || !isObject(sent)) return NO_NAMES
  return Object.keys(sent).filter((key) => !Object.hasOwn(attributes, key))
}

/**
 * Splits a text into items. Any other value becomes the only item; the caller checks later whether the item is valid.
 */
function splitNames(sent: unknown, separator: RegExp): readonly unknown[] {
  return typeof sent === 'string' ? sent.split(separator) : [sent]
}

function withoutDuplicates(names: readonly string[]): readonly string[] {
  return names.length < 2 ? names : [...new Set(names)]
}
