import { SCHEMAS } from '@opsgraph/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LiveEvent } from './event-text.js'
import { joinChanges, PendingEvents } from './pending-events.js'

describe('PendingEvents', () => {
  it('should keep one event for each kind and object: the time of the last change', () => {
    fc.assert(
      fc.property(fc.array(event()), (added) => {
        const pending = new PendingEvents()
        for (const one of added) pending.add([one])
        const taken = pending.take()
        const objects = taken.map(objectOf)
        expect(objects).toEqual([...new Set(added.map(objectOf))])
        for (const one of taken) {
          const same = added.filter((other) => objectOf(other) === objectOf(one))
          expect(one.time).toBe(same.at(-1)?.time)
          expect(one.change).toBe(same.map(({ change }) => change).reduce(joinChanges))
        }
      }),
    )
  })

  it('should be as large as its objects, however often they change, and empty after they are taken', () => {
    fc.assert(
      fc.property(fc.array(event()), fc.array(event()), (first, second) => {
        const pending = new PendingEvents()
        pending.add(first)
        const { size } = pending
        pending.add(first)
        expect(pending.size).toBe(size)
        pending.take()
        expect([pending.size, pending.take()]).toEqual([0, []])
        pending.add([...first, ...second])
        expect(pending.size).toBeGreaterThanOrEqual(size)
      }),
    )
  })
})

describe('joinChanges', () => {
  it.each([
    ['created', 'changed', 'created'],
    ['created', 'deleted', 'deleted'],
    ['changed', 'changed', 'changed'],
    ['changed', 'deleted', 'deleted'],
    ['deleted', 'created', 'changed'],
  ] as const)('should make %s and then %s one %s', (first, second, joined) => {
    expect(joinChanges(first, second)).toBe(joined)
  })
})

// Helpers

const objectOf = ({ kind, id }: LiveEvent) => `${kind} ${id}`

function event(): fc.Arbitrary<LiveEvent> {
  return fc.record({
    kind: fc.constantFrom(...SCHEMAS.liveEvent.shape.kind.options),
    id: fc.constantFrom('a', 'b', 'c d'),
    change: fc.constantFrom(...SCHEMAS.liveEvent.shape.change.options),
    time: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  })
}
