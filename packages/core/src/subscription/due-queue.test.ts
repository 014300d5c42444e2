import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { DueQueue } from './due-queue.js'

describe('DueQueue', () => {
  it('should always return the key that is due first, as a plain list does', () => {
    const step = fc.record({ key: fc.constantFrom(...'abcdefgh'), due: fc.option(time()), until: fc.option(time()) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = new DueQueue()
        const model = new Map<string, string>()
        for (const { key, due, until } of steps) {
          setBoth(queue, model, { key, due })
          if (until !== null) expectSameDue(queue, model, until)
        }
        while (model.size > 0) expectSameDue(queue, model, '9')
        expect(queue.takeDue('9')).toBeUndefined()
      }),
      propertyRuns(500),
    )
  })
})

// Helpers

function setBoth(queue: DueQueue, model: Map<string, string>, { key, due }: { key: string; due: string | null }): void {
  queue.set(key, due)
  if (due === null) model.delete(key)
  else model.set(key, due)
}

/** Takes the first key of both. If several are due first, any of them may be taken. */
function expectSameDue(queue: DueQueue, model: Map<string, string>, until: string): void {
  const [first] = [...model.values()].toSorted()
  const taken = queue.takeDue(until)
  expect(taken?.due).toBe(first !== undefined && first <= until ? first : undefined)
  if (taken === undefined) return
  expect(model.get(taken.key)).toBe(taken.due)
  model.delete(taken.key)
}

function time() {
  return fc.integer({ min: 0, max: 9 }).map(String)
}
