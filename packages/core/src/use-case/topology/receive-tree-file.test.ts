import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../limits.js'
import { receiveTreeFile } from './receive-tree-file.js'

describe('receiveTreeFile with a file that is not a file of trees', () => {
  it.each([
    ['invalidJson', [0xff, 0xfe, 0x00], 'UTF-16', undefined],
    ['invalidJson', [0x5b, 0xc3], 'UTF-8', undefined],
    ['invalidJson', [0x5b], 'not valid JSON', '['],
    ['invalidFormat', [0x7b, 0x7d], 'a JSON list', '{}'],
  ])('should report %s for the bytes %j', async (code, bytes, words, text) => {
    expect(await receiveTreeFile(Uint8Array.from(bytes), newId)).toEqual({
      text,
      entries: [],
      issues: [{ code, path: 'body', message: expect.stringContaining(words) }],
    })
  })

  it('should stop reading a file that is too large', async () => {
    const piece = new Uint8Array(LIMITS.treeBytes / 8).fill(0x20)
    let read = 0
    const pieces = function* () {
      for (; read < 20; read++) yield piece
    }
    expect(await receiveTreeFile(pieces(), newId)).toMatchObject({ issues: [{ code: 'tooLarge', path: 'body' }] })
    expect(read).toBe(8)
  })
})

// Helpers

const newId = () => 'new'
