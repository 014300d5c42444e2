import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { SlicedText } from './json-chunks.js'
import { runWithPauses, writeChunks } from './write-chunks.js'

const UNITS = 64 * 1024

describe('writeChunks', () => {
  it.each([true, false])(
    'should write at most one chunk in a turn of the event loop (accepted: %s)',
    async (accepts) => {
      const turns = countTurns()
      const written: number[] = []
      const socket = new EventEmitter() as EventEmitter & { destroyed: boolean }
      const response = Object.assign(new EventEmitter(), {
        req: { socket },
        write: () => {
          written.push(turns.count())
          // The operating system accepts the chunk at once, so the response drains in the same turn.
          if (!accepts) process.nextTick(() => response.emit('drain'))
          return accepts
        },
      })
      await writeChunks(response as unknown as ServerResponse, 'first', new SlicedText('x'.repeat(5 * UNITS)))
      turns.stop()
      expect(written).toHaveLength(6)
      expect(new Set(written).size).toBe(6)
    },
  )
})

describe('runWithPauses', () => {
  it('should let other work run at each yield', async () => {
    const turns = countTurns()
    const seen = await runWithPauses(
      (function* () {
        const before = turns.count()
        for (let step = 0; step < 3; step++) yield
        return turns.count() - before
      })(),
    )
    turns.stop()
    expect(seen).toBeGreaterThanOrEqual(3)
  })
})

// Helpers

/** Counts the turns of the event loop. */
function countTurns() {
  let [count, isOn] = [0, true]
  const turn = () => {
    count++
    if (isOn) setImmediate(turn)
  }
  turn()
  return {
    count: () => count,
    stop: () => {
      isOn = false
    },
  }
}
