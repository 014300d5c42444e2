import { z } from 'zod'
import { findFieldDescription } from './vocabulary.js'

type Json = Readonly<Record<string, unknown>>

/**
 * Collects the named schemas of the OpenAPI document. The document contains each named schema once, and refers to it
 * elsewhere.
 */
export class ComponentSchemas {
  readonly all: Record<string, unknown> = {}
  /** The names of the schemas that answers use. Requests may use them too. */
  readonly #answered = new Set<string>()

  /** The JSON Schema of a body or parameter of a request (`input`), or of an answer (`output`). */
  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    return finishSchema(this.#raw(schema, io), io) as Json
  }

  #raw(schema: z.ZodType, io: 'input' | 'output'): Json {
    const override: SchemaOverride = ({ zodSchema, jsonSchema }) => {
      copyMetadata(zodSchema, jsonSchema)
      const { describedBy, ...own } = jsonSchema
      if (!(describedBy instanceof z.ZodType)) return
      delete jsonSchema.describedBy
      Object.assign(jsonSchema, this.#raw(describedBy, io), own)
    }
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, override })
    for (const [name, definition] of Object.entries($defs)) {
      if (io === 'output') this.#answered.add(name)
      if (io === 'output' || !this.#answered.has(name)) this.all[name] = finishSchema(definition, io)
    }
    return root
  }
}

type SchemaOverride = NonNullable<z.core.ToJSONSchemaParams['override']>
type OverrideContext = Parameters<SchemaOverride>[0]

/**
 * Copies the default value and the examples from the metadata, because zod omits them for a schema with a transform.
 */
function copyMetadata(zodSchema: OverrideContext['zodSchema'], jsonSchema: OverrideContext['jsonSchema']): void {
  const { default: fallback, examples } = z.globalRegistry.get(zodSchema) ?? {}
  if (fallback !== undefined) jsonSchema.default = fallback as typeof jsonSchema.default
  if (examples !== undefined) jsonSchema.examples = examples as typeof jsonSchema.examples
}

/** Keywords of JSON Schema whose values are copied unchanged: data, and rules about several fields. */
const COPIED_KEYWORDS: readonly string[] = [
  ...['default', 'examples', 'enum', 'const', 'required'],
  ...['if', 'then', 'else', 'not', 'dependentRequired', 'dependentSchemas'],
]

/**
 * Finishes a schema for the document: each `$ref` refers to a schema in the components, each property has a
 * description, and an optional property of a request may be `null` (rules.md#requests-5).
 */
function finishSchema(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((item) => finishSchema(item, io))
  if (typeof value !== 'object' || value === null) return value
  const { required = [] } = value as { readonly required?: readonly string[] }
  const entries = Object.entries(value).map(([key, inner]) => {
    if (COPIED_KEYWORDS.includes(key)) return [key, inner]
    if (key === '$ref') return [key, String(inner).replace('#/$defs/', '#/components/schemas/')]
    if (key !== 'properties') return [key, finishSchema(inner, io)]
    const properties = Object.entries(inner as Json).map(([name, property]) => {
      const schema = addDescription(name, finishSchema(property, io) as Json)
      return [name, io === 'input' && !required.includes(name) ? allowNull(schema) : schema]
    })
    return [key, Object.fromEntries(properties)]
  })
  return Object.fromEntries(entries)
}

/** Adds the usual description of a property with this name, unless its schema has a description of its own. */
function addDescription(name: string, property: Json): Json {
  if (property.description !== undefined || property.const !== undefined) return property
  const description = findFieldDescription(name)
  return description === undefined ? property : { description, ...property }
}

const NULL_SCHEMA = { type: 'null' }
const isNull = ({ type }: Json) => type === 'null'

/**
 * Allows `null` besides the values of a schema. If the schema is an `anyOf` of one schema and `null`, as zod writes it,
 * merges the two.
 */
function allowNull(schema: Json): Json {
  const { $ref, anyOf, enum: values, ...rest } = schema
  if (Array.isArray(anyOf) && anyOf.length === 2 && isNull(anyOf[1])) return allowNull({ ...anyOf[0], ...rest })
  if ($ref !== undefined) return { ...rest, anyOf: [{ $ref }, NULL_SCHEMA] }
  if (Array.isArray(anyOf)) return anyOf.some(isNull) ? schema : { ...rest, anyOf: [...anyOf, NULL_SCHEMA] }
  if (rest.type === undefined || rest.const !== undefined) return schema
  return {
    ...rest,
    type: [...new Set([rest.type, 'null'].flat())],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  }
}
