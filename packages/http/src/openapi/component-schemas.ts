import { z } from 'zod'
import { meaningOf } from './vocabulary.js'

type Json = Readonly<Record<string, unknown>>

/** Collects the named schemas, so that the document contains each schema only once and refers to it elsewhere. */
export class ComponentSchemas {
  readonly all: Record<string, unknown> = {}

  /** The JSON Schema of a request part (`input`) or of an answer (`output`). */
  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, override: keepDefault })
    for (const [name, definition] of Object.entries($defs)) this.all[name] = finished(definition)
    return finished(root) as Json
  }
}

/** Adds the default value from the metadata, because zod omits the default of a schema with a transform. */
const keepDefault: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  const fallback = z.globalRegistry.get(zodSchema)?.default
  if (fallback !== undefined) jsonSchema.default = fallback as typeof jsonSchema.default
}

/** Keywords whose values are data, not schemas. */
const DATA: readonly string[] = ['default', 'examples', 'enum', 'const', 'required']

/**
 * Finishes a schema for the document: each `$ref` refers to a schema in the components, and each property has a
 * description.
 */
function finished(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(finished)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, finishedKeyword(key, inner)]))
}

function finishedKeyword(key: string, value: unknown): unknown {
  if (DATA.includes(key)) return value
  if (key === '$ref') return String(value).replace('#/$defs/', '#/components/schemas/')
  if (key !== 'properties') return finished(value)
  const properties = Object.entries(value as Readonly<Record<string, Json>>)
  return Object.fromEntries(properties.map(([name, property]) => [name, described(name, finished(property) as Json)]))
}

/** Describes a property by its name, unless its schema has a description of its own. */
function described(name: string, property: Json): Json {
  if (property.description !== undefined || property.const !== undefined) return property
  const description = meaningOf(name)
  return description === undefined ? property : { description, ...property }
}
