import { describe, expect, it } from 'vitest'
import { LineBuffer } from './line-buffer.js'

describe('LineBuffer', () => {
  it('should write the lines of one turn at once, in their order, and nothing twice', async () => {
    const { written, buffer } = recording()
    for (const line of ['a\n', 'b\n', 'c\n']) buffer.write(line)
    expect(written).toEqual([])
    await turn()
    buffer.write('d\n')
    await turn()
    expect(written).toEqual(['a\nb\nc\n', 'd\n'])
  })

  it('should write what waits when it is told to, as at the end of the process', async () => {
    const { written, buffer } = recording()
    buffer.write('a\n')
    buffer.flushSync()
    buffer.flushSync()
    await turn()
    expect(written).toEqual(['a\n'])
  })

  it('should hold little, however much is written in one turn', () => {
    const { written, buffer } = recording()
    const line = `${'x'.repeat(999)}\n`
    for (let count = 0; count < 1_000; count++) buffer.write(line)
    expect(written.length).toBeGreaterThan(10)
    for (const piece of written) expect(piece.length).toBeLessThan(70_000)
  })
})

// Helpers

function recording() {
  const written: string[] = []
  return { written, buffer: new LineBuffer({ write: (text) => written.push(text) }) }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
