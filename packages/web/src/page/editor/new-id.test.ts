import { expect, it, vi } from 'vitest'
import { newId } from './new-id.js'

it('should create 32 hexadecimal digits, different every time', () => {
  const ids = Array.from({ length: 1_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
})

it('should keep leading zeros of bytes', () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => array)
  expect(newId()).toBe('0'.repeat(32))
})
