import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/run-length.js'
import { findLocations, type JsonPath } from './json-location.js'

const TEXT = `{
  "nodes": [
    {"id": "a"}, {"id": "b", "label": 7},
    [[1]]
  ],
  "a.b": {"": null}
}`

describe('findLocations', () => {
  it.each<[JsonPath, number, number]>([
    [[], 1, 1],
    [['nodes'], 2, 12],
    [['nodes', 1], 3, 18],
    [['nodes', 1, 'label'], 3, 39],
    [['nodes', 2, 0, 0], 4, 7],
    [['a.b', ''], 6, 15],
  ])('should find %j', (path, line, column) => {
    expect(findLocations(TEXT, [path])).toEqual([{ line, column }])
  })

  it.each<[JsonPath, number]>([
    [['edges', 3], 1],
    [['nodes', 0, 'label'], 3],
    [['nodes', 9], 2],
    [['nodes', '1'], 2],
    [['a.b', 0], 6],
  ])('should find the nearest existing parent of the missing %j', (path, line) => {
    expect(findLocations(TEXT, [path])[0]?.line).toBe(line)
  })

  it('should use the last of duplicate keys, like JSON.parse', () => {
    const text = '{"a": [\n1,\n2],\n"a": [\n3]}'
    expect(
      findLocations(text, [
        ['a', 0],
        ['a', 1],
      ]).map(({ line }) => line),
    ).toEqual([5, 4])
  })

  it('should find every value of a text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent)
        const wanted = [...pathsOf(JSON.parse(text))]
        const locations = findLocations(
          text,
          wanted.map(([path]) => path),
        )
        const lines = text.split('\n')
        for (const [index, [, item]] of wanted.entries()) {
          const { line = 0, column = 0 } = locations[index] ?? {}
          const rest = [lines[line - 1]?.slice(column - 1), ...lines.slice(line)].join('\n')
          const begin = JSON.stringify(item)
          expect(rest.startsWith(typeof item === 'object' && item !== null ? begin.slice(0, 1) : begin)).toBe(true)
        }
      }),
      propertyRuns(500),
    )
  })

  it('should find a value that is nested 100,000 levels deep', () => {
    const deep = 100_000
    const path = Array.from({ length: deep }, () => 0)
    const text = `${'['.repeat(deep)}\n7${']'.repeat(deep)}`
    expect(findLocations(text, [path])).toEqual([{ line: 2, column: 1 }])
  })
})

// Helpers

/** A value and every value that it contains, each with its path. */
function* pathsOf(value: unknown, path: JsonPath = []): Generator<[JsonPath, unknown]> {
  yield [path, value]
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* pathsOf(item, [...path, index])
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) yield* pathsOf(item, [...path, name])
  }
}
