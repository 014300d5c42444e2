import { z } from 'zod'
import { isObject } from '../json-value.js'
import { IGNORED_FIELD, type Kind } from './field.js'
import { readBody } from './read-body.js'

type FieldRole = 'required' | 'optional' | 'nullable' | 'open' | 'alias' | 'writeOnly' | 'set'
/** The roles of fields that a body may leave out and that have no default value. */
type WithoutDefault = 'open' | 'writeOnly'
/** The roles of fields that are not stored. */
type Unstored = 'alias' | 'writeOnly'

/**
 * A field of a noun. Declarations of nouns name this type.
 *
 * @public
 */
export interface Field<R extends FieldRole = FieldRole, Sent = unknown, Read = unknown, Stored = unknown> {
  readonly role: R
  readonly sent: z.ZodType<Read, Sent>
  readonly stored: z.ZodType<Stored>
  /** The value of the field in a new object if the body does not have the field. */
  readonly fallback?: unknown
  /** The current name of the field, if this field is an alias. */
  readonly of?: string
}

type Fields = Readonly<Record<string, Field>>
type FieldNames<F extends Fields, R extends FieldRole> = { [K in keyof F]: F[K]['role'] extends R ? K : never }[keyof F]
type SentOf<F> = F extends Field<FieldRole, infer Sent> ? Sent : never
type ReadOf<F> = F extends Field<FieldRole, unknown, infer Read> ? Read : never
type StoredOf<F> =
  F extends Field<infer R, unknown, infer Read, infer Shown> ? (R extends 'set' | 'open' ? Shown : Read) : never
type AnswerShape<F extends Fields> = { [K in FieldNames<F, Exclude<FieldRole, 'writeOnly'>>]: F[K]['stored'] }
type Flattened<T> = { readonly [K in keyof T]: T[K] }

/** An object as it is stored, and as answers contain it. */
export type Stored<N> =
  N extends Noun<infer F> ? Flattened<{ [K in FieldNames<F, Exclude<FieldRole, Unstored>>]: StoredOf<F[K]> }> : never
/** The body of a new object. `null` counts as left out, except where it is a value (rules.md#requests-5). */
export type NewBody<N> =
  N extends Noun<infer F>
    ? Flattened<
        { [K in FieldNames<F, 'required'>]: SentOf<F[K]> } & {
          [K in FieldNames<F, 'optional' | 'nullable' | 'alias' | WithoutDefault>]?: SentOf<F[K]> | null | undefined
        }
      >
    : never
/** The body of a change. Fields that are left out stay unchanged. */
export type Changes<N> =
  N extends Noun<infer F>
    ? Flattened<{ [K in FieldNames<F, Exclude<FieldRole, 'set'>>]?: SentOf<F[K]> | null | undefined }>
    : never
/** The fields that a body sets, in the form in which they are stored. */
export type Sent<N> =
  N extends Noun<infer F>
    ? Flattened<
        { [K in FieldNames<F, Exclude<FieldRole, 'set' | 'alias' | WithoutDefault>>]: ReadOf<F[K]> } & {
          [K in FieldNames<F, WithoutDefault>]?: ReadOf<F[K]>
        }
      >
    : never

/** The fields that the body of a new object contains, without default values. */
type GivenFields<F extends Fields> = Flattened<
  { [K in FieldNames<F, 'required'>]: ReadOf<F[K]> } & {
    [K in FieldNames<F, 'optional' | 'nullable' | WithoutDefault>]?: ReadOf<F[K]>
  }
>

/** A field that a new object needs. */
export function required<S, R, T>(kind: FieldKind<S, R, T>, meta?: Meta): Field<'required', S, R, T> {
  return { role: 'required', ...withDescription(kind, meta) }
}

/** A field with a default value. `null` counts as left out. */
export function optional<S, R, T>(
  kind: FieldKind<S, R, T>,
  fallback: NoInfer<R>,
  meta?: Meta,
): Field<'optional', S, R, T> {
  return { role: 'optional', ...withDescription(kind, meta), fallback }
}

/** A field whose value may be `null`, which is its default unless `fallback` says otherwise. */
export function nullable<S, R, T>(
  kind: FieldKind<S, R, T>,
  meta?: Meta,
  fallback: NoInfer<R> | null = null,
): Field<'nullable', S | null, R | null, T | null> {
  const { sent, stored } = withDescription(kind)
  return { role: 'nullable', ...withDescription({ sent: sent.nullable(), stored: stored.nullable() }, meta), fallback }
}

/** A field without a default value: if it is left out, other fields decide. `null` counts as left out. */
export function optionalWithoutDefault<S, R, T>(kind: FieldKind<S, R, T>, meta?: Meta): Field<'open', S, R, T> {
  return { role: 'open', ...withDescription(kind, meta) }
}

/**
 * An older name of the nullable field `of`. Answers have both names. In a body, the older name counts if the field
 * itself is not sent.
 */
export function alias<S, R, T>(of: string, kind: FieldKind<S, R, T>, meta?: Meta) {
  const { sent, stored } = nullable(kind, meta)
  return { role: 'alias', sent, stored, of } satisfies Field<'alias', S | null, R | null, T | null>
}

/** A field that a body may have but that no answer contains, such as a secret. `null` counts as left out. */
export function writeOnly<S, R>(sent: z.ZodType<R, S>, meta?: Meta): Field<'writeOnly', S, R, unknown> {
  return { role: 'writeOnly', sent: meta === undefined ? sent : withMeta(sent, meta), stored: IGNORED_FIELD }
}

/** A field that the server sets. A body may contain it, so that a caller can send back what it has read. */
export function setByServer<T>(stored: z.ZodType<T>, meta?: Meta): Field<'set', unknown, unknown, T> {
  return { role: 'set', sent: IGNORED_FIELD, stored: meta === undefined ? stored : withMeta(stored, meta) }
}

/** One kind of stored object: its schemas, and the readers of its bodies. */
export interface Noun<F extends Fields> {
  /** The names of the stored fields, in the order in which answers and snapshots have them. */
  readonly names: readonly (keyof F & string)[]
  /** The names of the fields that a body sets. */
  readonly sentNames: readonly (keyof F & string)[]
  readonly stored: z.ZodObject<AnswerShape<F>>
  readonly created: z.ZodObject
  readonly changed: z.ZodObject
  /**
   * Reads the body of a new object, and adds the default values.
   *
   * @throws OpsgraphError `invalid` with all faults
   */
  readonly readNew: (body: unknown) => Sent<Noun<F>>
  /** Like `readNew`, without default values. */
  readonly readGiven: (body: unknown) => GivenFields<F>
  /**
   * Reads the fields that a change sends. If the body uses the older name of a field, the result has both names.
   *
   * @throws OpsgraphError `invalid` with all faults
   */
  readonly readChanges: (body: unknown) => Partial<Sent<Noun<F>> & { [K in FieldNames<F, 'alias'>]: ReadOf<F[K]> }>
  /**
   * Reads an object of a snapshot: like the body of a new object, but with the fields that the server sets.
   *
   * @throws OpsgraphError `invalid` with all faults
   */
  readonly readStored: (body: unknown) => Sent<Noun<F>> & { [K in FieldNames<F, 'set'>]: StoredOf<F[K]> }
  /**
   * Returns a body for `readNew`: a copy of `base` in which the fields of `body` replace those of `base`. This includes
   * faulty fields, so that `readNew` reports their faults.
   */
  readonly overlay: (base: object, body: unknown) => unknown
}

interface NounDefinition<F extends Fields> {
  /** The name of the stored object in the OpenAPI document; `New…` and `…Changes` are the bodies. */
  readonly id: string
  readonly description: string
  /** The fields, in the order in which answers contain them. */
  readonly fields: F
  /** If true, bodies may have other fields, which are ignored. */
  readonly takesOthers?: true
  /** An example of the body of a new object. */
  readonly example: Readonly<Record<string, unknown>>
  /** An example of the body of a change. */
  readonly change: Readonly<Record<string, unknown>>
  /**
   * Additions to the schemas of bodies in the OpenAPI document, such as rules over several fields. The readers enforce
   * these rules.
   */
  readonly bodies?: { readonly created?: Meta; readonly changed?: Meta }
}

/**
 * Defines a kind of stored object. Everything else follows from this definition: its type, its readers, its schemas in
 * the OpenAPI document, and its fields in snapshots and audit entries.
 */
export function defineNoun<F extends Fields>(definition: () => NounDefinition<F>): Noun<F> {
  const { id, description, fields, takesOthers, example, change, bodies = {} } = definition()
  const body = takesOthers === true ? z.object : z.strictObject
  const namesOf = (...without: readonly FieldRole[]) =>
    Object.keys(fields).filter((name) => !without.includes(fields[name]?.role ?? 'set'))
  const sentNames = namesOf('set')
  const answeredFields = Object.fromEntries(namesOf('writeOnly').map((name) => [name, fields[name] as Field]))
  // If a body may have other fields, it may also have the fields that the server sets.
  const bodyNames = takesOthers === true ? sentNames : Object.keys(fields)
  const bodyFields = Object.fromEntries(bodyNames.map((name) => [name, fields[name] as Field]))
  const created = shapeOf(bodyFields, (field) => (field.role === 'required' ? field.sent : withDefault(field)))
  const changed = shapeOf(bodyFields, optionalSchema)
  const storedShape = shapeOf(fields, (field) => {
    if (field.role === 'set') return field.stored
    return field.role === 'required' ? field.sent : optionalSchema(field)
  })
  const defaults = Object.fromEntries(
    namesOf('set', 'open', 'alias', 'writeOnly').map((name) => [name, fields[name]?.fallback]),
  )
  const aliases = Object.entries(fields).flatMap(([name, { of }]) => (of === undefined ? [] : [{ name, of }]))
  const pickSent = (read: Readonly<Record<string, unknown>>, names: readonly string[]) => {
    const fromAliases = aliases.map(({ name, of }) => [of, read[name]])
    const sent = Object.entries(read).filter(([, value]) => value !== undefined)
    const named = Object.entries({ ...Object.fromEntries(fromAliases), ...Object.fromEntries(sent) })
    return Object.fromEntries(named.filter(([name, value]) => value !== undefined && names.includes(name)))
  }
  const schemas = {
    stored: z.strictObject(shapeOf(answeredFields, ({ stored }) => stored)).meta({ id, description }),
    created: body(created).meta({ id: `New${id}`, examples: [example], ...bodies.created }),
    changed: body(changed).meta({
      id: `${id}Changes`,
      description: 'Omitted fields stay unchanged',
      examples: [change],
      ...bodies.changed,
    }),
  }
  const isLeftOut = (name: string, value: unknown) =>
    value === undefined || (value === null && sentNames.includes(name) && fields[name]?.role !== 'nullable')
  const overlay = (base: object, sent: unknown) => {
    if (!isObject(sent)) return sent
    return { ...base, ...Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isLeftOut(name, value))) }
  }
  const readGiven = (sent: unknown) => pickSent(readBody(schemas.created, sent), namesOf('set', 'alias'))
  const storedBody = z.strictObject(storedShape)
  return {
    names: namesOf('alias', 'writeOnly') as (keyof F & string)[],
    sentNames,
    ...schemas,
    overlay,
    stored: schemas.stored as unknown as z.ZodObject<AnswerShape<F>>,
    readGiven: (sent) => readGiven(sent) as GivenFields<F>,
    readNew: (sent) => ({ ...defaults, ...readGiven(sent) }) as Sent<Noun<F>>,
    readChanges: (sent) => pickSent(readBody(schemas.changed, sent), sentNames) as ReturnType<Noun<F>['readChanges']>,
    readStored: (sent) =>
      ({ ...defaults, ...pickSent(readBody(storedBody, sent), namesOf('alias')) }) as ReturnType<Noun<F>['readStored']>,
  }
}

function shapeOf(fields: Fields, schemaOf: (field: Field) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]))
}

/** The schema of a field that may be left out. */
function optionalSchema({ role, sent }: Field): z.ZodType {
  if (role === 'set') return IGNORED_FIELD
  const takesNull = role === 'nullable' || role === 'alias'
  const schema = takesNull ? sent.optional() : sent.nullish().transform((value) => value ?? undefined)
  const { description, default: fallback } = z.globalRegistry.get(sent) ?? {}
  return schema.meta({
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
  })
}

/** The schema of a field that a new object may leave out. The OpenAPI document shows its default value. */
function withDefault(field: Field): z.ZodType {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof field.fallback)
  return isPlain ? optionalSchema(field).meta({ default: field.fallback }) : optionalSchema(field)
}

/**
 * Adds a description to a schema. If the schema has a name, the OpenAPI document refers to it by name, with the
 * description beside the reference.
 */
function withMeta<Schema extends z.ZodType>(schema: Schema, meta: Meta): Schema {
  const isNamed = z.globalRegistry.get(schema)?.id !== undefined
  return (isNamed ? z.lazy(() => schema).meta(meta) : schema.meta(meta)) as Schema
}

type Meta = Readonly<Record<string, unknown>>
type FieldKind<S, R, T> = Kind<z.ZodType<R, S>, z.ZodType<T>> | (z.ZodType<R, S> & z.ZodType<T>)

function withDescription<S, R, T>(kind: FieldKind<S, R, T>, meta?: Meta) {
  const { sent, stored } = 'sent' in kind ? kind : { sent: kind, stored: kind as z.ZodType<T> }
  return meta === undefined ? { sent, stored } : { sent: withMeta(sent, meta), stored: withMeta(stored, meta) }
}
