import { describe, expect, it } from 'vitest'
import { DOCUMENT, resolve } from './check-answer.js'

type Json = Readonly<Record<string, unknown>>

describe('the OpenAPI document', () => {
  it('should say of each operation what it is for, beyond its summary, and give it one described tag', () => {
    const tags = DOCUMENT.tags.map(({ name, description }) => {
      expect(description, name).toMatch(SENTENCE)
      return name
    })
    const used = operations().map(({ label, operation: { summary, description, tags: own } }) => {
      expect(summary, label).toMatch(/^[A-Z][^.;]{5,60}$/)
      const [about, scopes] = String(description).split('\n\n')
      expect(about, label).toMatch(SENTENCE)
      expect(about, label).not.toContain(summary)
      expect(scopes, label).toMatch(/^Needs (no API key|the scopes? .*)\.$/)
      expect(own, label).toHaveLength(1)
      return (own as readonly string[])[0]
    })
    expect([...new Set(used)].sort()).toEqual([...tags].sort())
  })

  it('should describe each parameter', () => {
    expect(
      operations().flatMap(({ label, operation: { parameters } }) =>
        (parameters as readonly Json[]).filter(isUndescribed).map(({ name }) => `${label} ${name}`),
      ),
    ).toEqual([])
  })

  it('should describe each property', () => {
    expect(schemas().flatMap(({ pointer, schema }) => undescribedIn(schema, pointer))).toEqual([])
  })

  it('should have an example for each JSON body, and for each successful answer that has a body', () => {
    const missing = operations().flatMap(({ label, operation: { requestBody, responses } }) => {
      const answers = Object.entries(responses as Record<string, Json>).filter(([status]) => status.startsWith('2'))
      const described = [['body', requestBody as Json | undefined], ...answers] as const
      return described.flatMap(([name, body]) => {
        const media = Object.entries((body?.content ?? {}) as Record<string, Json>)
        const wanted = media.filter(([type]) => name !== 'body' || type === 'application/json')
        return wanted.filter(([, { example }]) => example === undefined).map(([type]) => `${label} ${name} ${type}`)
      })
    })
    expect(missing).toEqual([])
  })
})

// Helpers

const SENTENCE = /^[A-Z].*[.]$/s

function operations(): readonly { readonly label: string; readonly operation: Json }[] {
  return Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ label: `${method} ${path}`, operation })),
  )
}

/** Every schema of a body and of an answer, and every named schema. */
function schemas(): readonly { readonly pointer: string; readonly schema: Json }[] {
  const named = Object.entries((DOCUMENT.components as unknown as { schemas: Record<string, Json> }).schemas)
  const inline = operations().flatMap(({ label, operation: { requestBody, responses } }) =>
    [requestBody, ...Object.values(responses as Json)].flatMap((body) =>
      Object.values(((body as Json | undefined)?.content ?? {}) as Record<string, Json>).map(
        ({ schema }) => [label, schema as Json] as const,
      ),
    ),
  )
  return [...named, ...inline].map(([pointer, schema]) => ({ pointer, schema }))
}

/** Data, and rules over several fields, whose properties are described elsewhere. */
const UNDESCRIBED = ['examples', 'example', 'if', 'then', 'else', 'dependentSchemas']

/** Finds the properties without a description, at any depth. Named schemas are checked separately. */
function undescribedIn(schema: unknown, pointer: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, inner]) => {
    if (UNDESCRIBED.includes(key)) return []
    const deeper = undescribedIn(inner, `${pointer}.${key}`)
    if (key !== 'properties' || pointer.endsWith('.properties')) return deeper
    const properties = Object.entries(inner as Record<string, Json>)
    const missing = properties.filter(([, property]) => isUndescribed(property)).map(([name]) => `${pointer}.${name}`)
    return [...missing, ...deeper]
  })
}

/** Whether neither a schema nor the named schema to which it refers has a description. */
function isUndescribed(schema: Json): boolean {
  const { description, $ref, schema: inner, const: only } = schema
  if (typeof description === 'string' && description !== '') return false
  if (only !== undefined) return false
  if (inner !== undefined) return isUndescribed(inner as Json)
  return typeof $ref !== 'string' || isUndescribed(resolve($ref) as Json)
}
