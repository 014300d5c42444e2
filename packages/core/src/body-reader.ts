import { isJson, isObject, type JsonObject, type JsonValue, NOT_JSON_MESSAGE, ownValue } from './json-value.js'
import { nameFault, normalizeName, textFault } from './name.js'
import { invalid, OpsgraphError } from './opsgraph-error.js'
import { bodyFault, joinPath, REQUIRED_MESSAGE } from './schema/body-error.js'

/**
 * Reads options that are not part of a JSON body. An error has only a message, and no list of issues.
 *
 * @throws OpsgraphError `invalid`, naming the option
 */
export function readOptions<Options>(sent: unknown, read: (reader: BodyReader) => Options): Options {
  try {
    return read(new BodyReader(sent))
  } catch (error) {
    throw error instanceof OpsgraphError ? invalid(error.message) : error
  }
}

/**
 * Reads the fields of a JSON object that a caller sent. `null` counts as missing. For a bad value,
 * the methods that check values throw OpsgraphError `invalid`, with a message that begins with the field's path.
 */
export class BodyReader {
  readonly #body: Readonly<Record<string, unknown>>
  readonly #path: string

  /** @param path the object's path in the body; an empty path = the body itself */
  constructor(body: unknown, path = '') {
    if (!isObject(body)) throw bodyFault(path, 'must be an object')
    this.#body = body
    this.#path = path
  }

  get keys(): readonly string[] {
    return Object.keys(this.#body)
  }

  /**
   * The value as it was sent; `undefined` if it is `null`, or if the object itself does not have the field. Inherited
   * properties, such as `constructor`, are not fields.
   */
  value(field: string): unknown {
    return ownValue(this.#body, field) ?? undefined
  }

  /** A trimmed name, which may be empty; `undefined` only if the field is missing. */
  name(field: string): string | undefined {
    const value = this.string(field)
    if (value === undefined) return undefined
    const name = normalizeName(value)
    const fault = nameFault(name)
    if (fault !== undefined) throw this.fault(field, fault)
    return name
  }

  /** A trimmed name that is neither missing nor empty. */
  requiredName(field: string): string {
    const name = this.name(field)
    if (name === undefined || name === '') throw this.fault(field, REQUIRED_MESSAGE)
    return name
  }

  string(field: string): string | undefined {
    const value = this.value(field)
    if (value !== undefined && typeof value !== 'string') throw this.fault(field, 'must be a string')
    return value
  }

  /** Reads a string of any length that a database can store unchanged. */
  text(field: string): string | undefined {
    return this.#checked(field, textFault)
  }

  /** Reads a string that follows the rules for names ({@link nameFault}). Unlike a name, the string is not trimmed. */
  reference(field: string): string | undefined {
    return this.#checked(field, nameFault)
  }

  /**
   * Reads a finite number. -0 becomes 0, as `JSON.stringify` writes it, so that storing the value does not change it.
   */
  number(field: string): number | undefined {
    const value = this.value(field)
    if (value === undefined) return undefined
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.fault(field, 'must be a number')
    return value === 0 ? 0 : value
  }

  boolean(field: string): boolean | undefined {
    const value = this.value(field)
    if (value !== undefined && typeof value !== 'boolean') throw this.fault(field, 'must be true or false')
    return value
  }

  /** Reads a value that is one of `choices`. */
  choice<Choice extends string>(field: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.value(field)
    const choice = choices.find((candidate) => candidate === value)
    if (value !== undefined && choice === undefined) throw this.fault(field, `must be one of ${choices.join(', ')}`)
    return choice
  }

  list(field: string): readonly unknown[] | undefined {
    const value = this.value(field)
    if (value !== undefined && !Array.isArray(value)) throw this.fault(field, 'must be a list')
    return value
  }

  /** Reads a field whose value may be any JSON object. */
  object(field: string): JsonObject | undefined {
    const value = this.json(field)
    if (value !== undefined && !isObject(value)) throw this.fault(field, 'must be an object')
    return value as JsonObject | undefined
  }

  /** Reads a field whose value may be any JSON value. */
  json(field: string): JsonValue | undefined {
    const value = this.value(field)
    if (value === undefined) return undefined
    if (!isJson(value)) throw this.fault(field, NOT_JSON_MESSAGE)
    return value
  }

  #checked(field: string, faultOf: (text: string) => string | undefined): string | undefined {
    const value = this.string(field)
    const fault = value === undefined ? undefined : faultOf(value)
    if (fault !== undefined) throw this.fault(field, fault)
    return value
  }

  /** Creates the error for a field; the caller throws it. The message is the field's path, followed by `what`. */
  fault(field: string, what: string) {
    return bodyFault(joinPath(this.#path, field), what)
  }
}
