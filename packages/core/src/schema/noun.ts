import { z } from 'zod'
import { isObject } from '../json-value.js'
import { IGNORED, type Kind } from './field.js'
import type { FieldRule } from './field-rules.js'
import { readBody } from './read-body.js'

type Role = 'required' | 'optional' | 'nullable' | 'open' | 'writeOnly' | 'set'
/** The roles of fields that a body may leave out, without a value that takes their place. */
type Open = 'open' | 'writeOnly'

/**
 * A field of a noun. Declarations of nouns name this type.
 *
 * @public
 */
export interface Field<R extends Role = Role, Sent = unknown, Read = unknown, Stored = unknown> {
  readonly role: R
  readonly sent: z.ZodType<Read, Sent>
  readonly stored: z.ZodType<Stored>
  /** The value of a new object, if the field is not sent. */
  readonly fallback?: unknown
}

type Fields = Readonly<Record<string, Field>>
type Named<F extends Fields, R extends Role> = { [K in keyof F]: F[K]['role'] extends R ? K : never }[keyof F]
type SentOf<F> = F extends Field<Role, infer Sent> ? Sent : never
type ReadOf<F> = F extends Field<Role, unknown, infer Read> ? Read : never
type StoredOf<F> =
  F extends Field<infer R, unknown, infer Read, infer Shown> ? (R extends 'set' | 'open' ? Shown : Read) : never
type Answered<F extends Fields> = Named<F, Exclude<Role, 'writeOnly'>>
type AnswerShape<F extends Fields> = { [K in Answered<F>]: F[K]['stored'] }
type Flat<T> = { readonly [K in keyof T]: T[K] }

/** An object as it is stored and answered. */
export type Stored<N> = N extends Noun<infer F> ? Flat<{ [K in Answered<F>]: StoredOf<F[K]> }> : never
/** The body of a new object. `null` counts as left out, except where it is a value (rules.md#requests-5). */
export type NewBody<N> =
  N extends Noun<infer F>
    ? Flat<
        { [K in Named<F, 'required'>]: SentOf<F[K]> } & {
          [K in Named<F, 'optional' | 'nullable' | Open>]?: SentOf<F[K]> | null | undefined
        }
      >
    : never
/** The body of a change. Fields that are left out stay unchanged. */
export type Changes<N> =
  N extends Noun<infer F> ? Flat<{ [K in Named<F, Exclude<Role, 'set'>>]?: SentOf<F[K]> | null | undefined }> : never
/** The fields that a body has set, as they are stored. */
export type Sent<N> =
  N extends Noun<infer F>
    ? Flat<{ [K in Named<F, Exclude<Role, 'set' | Open>>]: ReadOf<F[K]> } & { [K in Named<F, Open>]?: ReadOf<F[K]> }>
    : never

/** The fields that the body of a new object gives. */
type Given<F extends Fields> = Flat<
  { [K in Named<F, 'required'>]: ReadOf<F[K]> } & { [K in Named<F, 'optional' | 'nullable' | Open>]?: ReadOf<F[K]> }
>

/** A field that a new object needs. */
export function required<S, R, T>(kind: KindOf<S, R, T>, meta?: Meta): Field<'required', S, R, T> {
  return { role: 'required', ...described(kind, meta) }
}

/** A field with a default value. `null` counts as left out. */
export function optional<S, R, T>(
  kind: KindOf<S, R, T>,
  fallback: NoInfer<R>,
  meta?: Meta,
): Field<'optional', S, R, T> {
  return { role: 'optional', ...described(kind, meta), fallback }
}

/** A field whose value may be `null`, which is its default. */
export function nullable<S, R, T>(kind: KindOf<S, R, T>, meta?: Meta): Field<'nullable', S | null, R | null, T | null> {
  const { sent, stored } = described(kind)
  return { role: 'nullable', ...described({ sent: sent.nullable(), stored: stored.nullable() }, meta), fallback: null }
}

/** A field without a default value: if it is left out, other fields decide. `null` counts as left out. */
export function open<S, R, T>(kind: KindOf<S, R, T>, meta?: Meta): Field<'open', S, R, T> {
  return { role: 'open', ...described(kind, meta) }
}

/** A field of bodies that no answer contains, such as a secret. `null` counts as left out. */
export function writeOnly<S, R>(sent: z.ZodType<R, S>, meta?: Meta): Field<'writeOnly', S, R, unknown> {
  return { role: 'writeOnly', sent: meta === undefined ? sent : withMeta(sent, meta), stored: IGNORED }
}

/** A field that the server sets. A body may contain it, so that a caller can send back what it has read. */
export function set<T>(stored: z.ZodType<T>, meta?: Meta): Field<'set', unknown, unknown, T> {
  return { role: 'set', sent: IGNORED, stored: meta === undefined ? stored : withMeta(stored, meta) }
}

/** One kind of stored object: its schemas, and the readers of its bodies. */
export interface Noun<F extends Fields> {
  /** The names of all fields, in the order in which answers and snapshots have them. */
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
  readonly readGiven: (body: unknown) => Given<F>
  /**
   * Reads the fields that a change sends.
   *
   * @throws OpsgraphError `invalid` with all faults
   */
  readonly readChanges: (body: unknown) => Partial<Sent<Noun<F>>>
  /** A body for `readNew`: `base`, with the fields that `body` sends. Its faults stay. */
  readonly overlay: (base: object, body: unknown) => unknown
}

interface NounDefinition<F extends Fields> {
  /** The name of the stored object in the OpenAPI document; `New…` and `…Changes` are the bodies. */
  readonly id: string
  readonly description: string
  /** In the order of answers. */
  readonly fields: F
  /** If true, bodies may have other fields, which are ignored. */
  readonly takesOthers?: true
  /** Rules over several fields of the body of a new object, which its reader enforces, as JSON Schema. */
  readonly rules?: FieldRule
  /** A body of a new object. */
  readonly example: Readonly<Record<string, unknown>>
  /** The body of a change. */
  readonly change: Readonly<Record<string, unknown>>
}

/**
 * Defines a kind of stored object once: its type, its readers, its schemas in the OpenAPI document, and the fields in
 * snapshots and audit entries follow from this definition.
 */
export function defineNoun<F extends Fields>(definition: () => NounDefinition<F>): Noun<F> {
  const { id, description, fields, takesOthers, rules, example, change } = definition()
  const body = takesOthers === true ? z.object : z.strictObject
  const all = Object.keys(fields)
  const sentNames = all.filter((name) => fields[name]?.role !== 'set')
  const answered = Object.fromEntries(Object.entries(fields).filter(([, { role }]) => role !== 'writeOnly'))
  const created = shapeOf(fields, (field) => (field.role === 'required' ? field.sent : left(field)))
  const changed = shapeOf(fields, left)
  const isOpen = (name: string) => ['open', 'writeOnly'].includes(fields[name]?.role ?? '')
  const defaults = Object.fromEntries(
    sentNames.filter((name) => !isOpen(name)).map((name) => [name, fields[name]?.fallback]),
  )
  const own = (read: object) =>
    Object.fromEntries(Object.entries(read).filter(([name, value]) => value !== undefined && sentNames.includes(name)))
  const schemas = {
    stored: z.strictObject(shapeOf(answered, ({ stored }) => stored)).meta({ id, description }),
    created: body(created).meta({ id: `New${id}`, examples: [example], ...rules }),
    changed: body(changed).meta({
      id: `${id}Changes`,
      description: 'Omitted fields stay unchanged',
      examples: [change],
    }),
  }
  const isLeftOut = (name: string, value: unknown) =>
    value === undefined || (value === null && sentNames.includes(name) && fields[name]?.role !== 'nullable')
  const overlay = (base: object, sent: unknown) => {
    if (!isObject(sent)) return sent
    return { ...base, ...Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isLeftOut(name, value))) }
  }
  const readGiven = (sent: unknown) => own(readBody(schemas.created, sent))
  return {
    names: Object.keys(answered),
    sentNames,
    ...schemas,
    overlay,
    stored: schemas.stored as unknown as z.ZodObject<AnswerShape<F>>,
    readGiven: (sent) => readGiven(sent) as Given<F>,
    readNew: (sent) => ({ ...defaults, ...readGiven(sent) }) as Sent<Noun<F>>,
    readChanges: (sent) => own(readBody(schemas.changed, sent)) as Partial<Sent<Noun<F>>>,
  }
}

function shapeOf(fields: Fields, schemaOf: (field: Field) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]))
}

/** The schema of a field that may be left out. */
function left({ role, sent }: Field): z.ZodType {
  if (role === 'set') return IGNORED
  const schema = role === 'nullable' ? sent.optional() : sent.nullish().transform((value) => value ?? undefined)
  const { description } = z.globalRegistry.get(sent) ?? {}
  return description === undefined ? schema : schema.meta({ description })
}

/** A named schema stays a reference, with the description beside it. */
function withMeta<Schema extends z.ZodType>(schema: Schema, meta: Meta): Schema {
  const isNamed = z.globalRegistry.get(schema)?.id !== undefined
  return (isNamed ? z.lazy(() => schema).meta(meta) : schema.meta(meta)) as Schema
}

type Meta = Readonly<Record<string, unknown>>
type KindOf<S, R, T> = Kind<z.ZodType<R, S>, z.ZodType<T>> | (z.ZodType<R, S> & z.ZodType<T>)

function described<S, R, T>(kind: KindOf<S, R, T>, meta?: Meta) {
  const { sent, stored } = 'sent' in kind ? kind : { sent: kind, stored: kind as z.ZodType<T> }
  return meta === undefined ? { sent, stored } : { sent: withMeta(sent, meta), stored: withMeta(stored, meta) }
}
