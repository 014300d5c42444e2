import { z } from 'zod'

type Json = Readonly<Record<string, unknown>>

/** Collects the named schemas, so that the document contains each schema only once and refers to it elsewhere. */
export class ComponentSchemas {
  readonly all: Record<string, unknown> = {}

  /** The JSON Schema of a request part (`input`) or of an answer (`output`). */
  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, override: keepDefault })
    for (const [name, definition] of Object.entries($defs)) this.all[name] = withLocalIds(definition)
    return withLocalIds(root) as Json
  }
}

/** Adds the default value from the metadata, because zod omits the default of a schema with a transform. */
const keepDefault: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  const fallback = z.globalRegistry.get(zodSchema)?.default
  if (fallback !== undefined) jsonSchema.default = fallback as typeof jsonSchema.default
}

/** Rewrites each `$ref`, so that it refers to a schema in the components of the document. */
function withLocalIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLocalIds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : withLocalIds(inner),
    ]),
  )
}
