import { z } from 'zod'

type Json = Readonly<Record<string, unknown>>

/** Collects the schemas that have a name, so that each is written once and referred to. */
export class ComponentSchemas {
  readonly all: Record<string, unknown> = {}

  /** The JSON Schema of what a caller sends, or of what is answered. */
  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, override: keepDefault })
    for (const [name, definition] of Object.entries($defs)) this.all[name] = withLocalIds(definition)
    return withLocalIds(root) as Json
  }
}

/** A default in the metadata gets lost where a text is turned into something else. */
const keepDefault: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  const fallback = z.globalRegistry.get(zodSchema)?.default
  if (fallback !== undefined) jsonSchema.default = fallback as typeof jsonSchema.default
}

/** Points references at the document's components. */
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
