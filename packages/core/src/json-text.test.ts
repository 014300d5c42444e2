import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/run-length.js'
import { jsonText } from './json-text.js'
import type { JsonValue } from './json-value.js'

describe('jsonText', () => {
  it('should write the same text as JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(jsonText(value as JsonValue)).toBe(JSON.stringify(value))
      }),
      propertyRuns(500),
    )
    const odd = JSON.parse('{"__proto__": [[], {}, "\\u0000\\ud800\\n"], "b": -0.5, "a": 1e300}')
    expect(jsonText(odd)).toBe(JSON.stringify(odd))
  })

  it('should write 100,000 levels, and lists of a million items', () => {
    const deep = `${'[{"a":'.repeat(50_000)}null${'}]'.repeat(50_000)}`
    expect(jsonText(JSON.parse(deep)) === deep).toBe(true)
    expect(jsonText(Array(1_000_000).fill(1))).toHaveLength(2_000_001)
  })
})
