import { describe, expect, it } from 'vitest'
import { byPrecedence, type Topology } from './topology.js'

describe('byPrecedence', () => {
  it('should put schemaVersion 2 first, then the oldest, then the least id by code point', () => {
    const inOrder = [
      topology('z', 2, '2026-01-09T00:00:00.000Z'),
      topology('b', 1, '2026-01-01T00:00:00.000Z'),
      topology('\ue000', 1, '2026-01-02T00:00:00.000Z'),
      topology('\u{1f600}', 1, '2026-01-02T00:00:00.000Z'),
      topology('a', 1, '2026-01-03T00:00:00.000Z'),
    ]
    expect(inOrder.toReversed().sort(byPrecedence)).toEqual(inOrder)
  })
})

// Helpers

function topology(id: string, schemaVersion: 1 | 2, createTime: string): Topology {
  return { id, schemaVersion, createTime } as Partial<Topology> as Topology
}
