import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { DOCUMENT, escaped, faultsOfValue, resolve } from './check-answer.js'

type Json = Readonly<Record<string, unknown>>

describe('the OpenAPI document', () => {
  it('should be a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(DOCUMENT) as unknown as Record<string, unknown>)
    expect(errors).toBeUndefined()
    expect([valid, validator.version]).toEqual([true, '3.1'])
  })

  it('should have no dangling reference and no unused component', () => {
    const referenced = new Set(placesIn(DOCUMENT).flatMap(({ value }) => ('$ref' in value ? [String(value.$ref)] : [])))
    const components = Object.entries(DOCUMENT.components as unknown as Record<string, Json>)
    const defined = components
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`))
    const beforeOperations = ['MethodNotAllowed']
    const described = beforeOperations.map((name) => `#/components/responses/${name}`)
    expect([...referenced, ...described].sort()).toEqual(defined.sort())
  })

  it('should hold only valid JSON Schema 2020-12 with known keywords', () => {
    const schemas = placesIn(DOCUMENT).filter(({ pointer }) => /[/](schema|schemas[/]\w+)$/.test(pointer))
    expect(schemas.length).toBeGreaterThan(100)
    // In strict mode, Ajv throws for keywords that it does not know, and for keywords that have no effect.
    for (const { pointer } of schemas) expect(() => faultsOfValue(pointer, null), pointer).not.toThrow()
  })

  it('should allow no undescribed property in answers', () => {
    const answered = new Set<string>()
    const open = responseSchemas().flatMap((schema) => openObjects(schema, answered))
    expect(answered.size).toBeGreaterThan(20)
    expect(open).toEqual(['#/paths/~1openapi.json/get/responses/200/content/application~1json/schema'])
  })

  it('should have examples that match their schemas', () => {
    const withExamples = placesIn(DOCUMENT).filter(({ value }) => Array.isArray(value.examples))
    expect(withExamples.length).toBeGreaterThan(8)
    for (const { pointer, value } of withExamples) {
      for (const example of value.examples as readonly unknown[]) expect(faultsOfValue(pointer, example)).toEqual([])
    }
  })
})

// Helpers

interface Place {
  readonly pointer: string
  readonly value: Json
}

/** Every object in the document with its JSON pointer, except objects inside examples. */
function placesIn(value: unknown, pointer = '#'): readonly Place[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value)
    .filter(([key]) => key !== 'examples')
    .flatMap(([key, child]) => placesIn(child, `${pointer}/${escaped(key)}`))
  return Array.isArray(value) ? inner : [{ pointer, value: value as Json }, ...inner]
}

function responseSchemas(): readonly Place[] {
  const media = /[/]responses[/](\d{3}|\w+)[/]content[/][^/]+[/]schema$/
  return placesIn(DOCUMENT).filter(({ pointer }) => media.test(pointer))
}

/** The JSON pointers of objects that allow additional properties, in a schema and the schemas that it refers to. */
function openObjects({ pointer, value }: Place, visited: Set<string>): readonly string[] {
  return placesIn(value, pointer).flatMap((place) => {
    const { $ref, properties, additionalProperties } = place.value
    if (typeof $ref === 'string' && !visited.has($ref)) {
      visited.add($ref)
      return openObjects({ pointer: $ref, value: resolve($ref) as Json }, visited)
    }
    const isSchema = !place.pointer.endsWith('/properties')
    return isSchema && properties !== undefined && additionalProperties !== false ? [place.pointer] : []
  })
}
