import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../limits.js'
import type { Dependencies } from '../../port/dependencies.js'
import { loadTrees } from './load-trees.js'

describe('loadTrees of what is no file of trees', () => {
  it.each([
    ['invalidJson', [0xff, 0xfe, 0x00], 'UTF-16'],
    ['invalidJson', [0x5b, 0xc3], 'UTF-8'],
    ['invalidJson', [0x5b], 'not valid JSON'],
    ['invalidFormat', [0x7b, 0x7d], 'a JSON list'],
  ])('should tell %s of the bytes %j', async (code, bytes, words) => {
    await expect(loadTrees(dependencies, Uint8Array.from(bytes))).rejects.toMatchObject({
      kind: 'invalid',
      issues: [{ code, path: 'body', message: expect.stringContaining(words) }],
    })
  })

  it('should stop reading a file that is too large', async () => {
    const piece = new Uint8Array(LIMITS.treeBytes / 8).fill(0x20)
    let read = 0
    const pieces = function* () {
      for (; read < 20; read++) yield piece
    }
    await expect(loadTrees(dependencies, pieces())).rejects.toMatchObject({
      kind: 'invalid',
      issues: [{ code: 'tooLarge', path: 'body' }],
    })
    expect(read).toBe(8)
  })
})

// Helpers

/** Nothing is asked of the store before the file is known to be good. */
const dependencies = { newId: () => 'new' } as Partial<Dependencies> as Dependencies
