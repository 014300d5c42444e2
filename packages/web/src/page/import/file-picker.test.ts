import { describe, expect, it } from 'vitest'
import { formatFileSize } from './file-picker.js'

describe('fileSize', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1023 bytes'],
    [1024, '1 KiB'],
    [1536, '1.5 KiB'],
    [20 * 1024 * 1024, '20 MiB'],
    [20 * 1024 * 1024 + 1, '20.1 MiB'],
    [3 * 1024 ** 4, '3072 GiB'],
  ])('should format %i as %s', (bytes, text) => {
    expect(formatFileSize(bytes)).toBe(text)
  })
})
