import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { DOCUMENT, escaped, faultsOfValue, resolve } from './check-answer.js'

type Json = Readonly<Record<string, unknown>>

describe('the document that describes the API', () => {
  it('should be a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(DOCUMENT) as unknown as Record<string, unknown>)
    expect(errors).toBeUndefined()
    expect([valid, validator.version]).toEqual([true, '3.1'])
  })

  it('should lead every reference somewhere, and have no component that nothing leads to', () => {
    const led = new Set(placesIn(DOCUMENT).flatMap(({ value }) => ('$ref' in value ? [String(value.$ref)] : [])))
    const components = Object.entries(DOCUMENT.components as unknown as Record<string, Json>)
    const there = components
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`))
    const beforeOperations = ['MethodNotAllowed']
    const spoken = beforeOperations.map((name) => `#/components/responses/${name}`)
    expect([...led, ...spoken].sort()).toEqual(there.sort())
  })

  it('should hold schemas of JSON Schema 2020-12 alone, with words that it knows', () => {
    const schemas = placesIn(DOCUMENT).filter(({ pointer }) => /[/](schema|schemas[/]\w+)$/.test(pointer))
    expect(schemas.length).toBeGreaterThan(100)
    // Strict: a word that nobody knows, or that checks nothing, throws.
    for (const { pointer } of schemas) expect(() => faultsOfValue(pointer, null), pointer).not.toThrow()
  })

  it('should close every object that is answered: a property that it does not describe is a fault', () => {
    const answered = new Set<string>()
    const open = responseSchemas().flatMap((schema) => openObjects(schema, answered))
    expect(answered.size).toBeGreaterThan(20)
    expect(open).toEqual(['#/paths/~1openapi.json/get/responses/200/content/application~1json/schema'])
  })

  it('should show examples that are as it says', () => {
    const shown = placesIn(DOCUMENT).filter(({ value }) => Array.isArray(value.examples))
    expect(shown.length).toBeGreaterThan(8)
    for (const { pointer, value } of shown) {
      for (const example of value.examples as readonly unknown[]) expect(faultsOfValue(pointer, example)).toEqual([])
    }
  })
})

// Helpers

interface Place {
  readonly pointer: string
  readonly value: Json
}

/** Every object in a document, with the way to it; what examples hold is not of the document. */
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

/** Where objects with properties may have others, in a schema and in what it leads to. */
function openObjects({ pointer, value }: Place, seen: Set<string>): readonly string[] {
  return placesIn(value, pointer).flatMap((place) => {
    const { $ref, properties, additionalProperties } = place.value
    if (typeof $ref === 'string' && !seen.has($ref)) {
      seen.add($ref)
      return openObjects({ pointer: $ref, value: resolve($ref) as Json }, seen)
    }
    const isSchema = !place.pointer.endsWith('/properties')
    return isSchema && properties !== undefined && additionalProperties !== false ? [place.pointer] : []
  })
}
