import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { estimateLength, JsonChunks, SlicedText, type TextChunks } from './json-chunks.js'

describe('JsonChunks', () => {
  it('should write the same text as JSON.stringify, for any chunk size', () => {
    fc.assert(
      fc.property(answer(), fc.integer({ min: 1, max: 200 }), (value, units) => {
        expect(all(new JsonChunks(value), units).join('')).toBe(JSON.stringify(value))
      }),
      propertyRuns(40),
    )
  })

  it('should divide a list by items, and an item with a long list into smaller parts', () => {
    const nodes = Array.from({ length: 100 }, (_, index) => ({
      id: `node-${index}`,
      params: { text: 'x'.repeat(1_000) },
    }))
    const topologies = Array.from({ length: 3 }, () => ({ nodes, edges: [] }))
    const chunks = all(new JsonChunks({ status: 'ok', topologies, topology: { nodes } }), 1_000)
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(2_500)
  })
})

describe('estimateLength', () => {
  it('should estimate the length within 20 %, also for growing items and nested lists', () => {
    const text = 'x'.repeat(20)
    const path = (length: number) => Array.from({ length }, () => text)
    const children = Array.from({ length: 10_000 }, (_, index) => ({ path: path(1 + index / 500) }))
    const topologies = Array.from({ length: 50 }, (_, index) => ({ text, nodes: children.slice(0, 100 * (1 + index)) }))
    for (const value of [{ status: 'ok', parents: [], children }, { topologies }, { topology: { nodes: children } }]) {
      const ratio = estimated(value) / JSON.stringify(value).length
      expect(ratio).toBeGreaterThan(0.8)
      expect(ratio).toBeLessThan(1.2)
    }
    expect(estimated({})).toBe(0)
  })
})

describe('SlicedText', () => {
  it('should return the whole text without splitting a surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 7 }), (text, units) => {
        const chunks = all(new SlicedText(text), units)
        expect(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))).toString()).toBe(text)
      }),
    )
  })
})

// Helpers

function estimated(value: object): number {
  const steps = estimateLength(value)
  for (;;) {
    const { done, value: length } = steps.next()
    if (done) return length
  }
}

function all(chunks: TextChunks, units: number): string[] {
  const taken: string[] = []
  for (let chunk = chunks.next(units); chunk !== undefined; chunk = chunks.next(units)) taken.push(chunk)
  return taken
}

/** Generates answers of routes, including fields that JSON omits. */
function answer(): fc.Arbitrary<object> {
  const field = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constant(undefined), fc.date({ noInvalidDate: true }))
  const long = fc.array(field, { minLength: 65, maxLength: 70 })
  const item = fc.dictionary(fc.string(), fc.oneof({ weight: 4, arbitrary: field }, { weight: 1, arbitrary: long }))
  return fc.dictionary(fc.string(), fc.oneof(field, fc.array(item), item, fc.dictionary(fc.string(), item)))
}
