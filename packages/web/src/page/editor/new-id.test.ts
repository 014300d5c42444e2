import { expect, it, vi } from 'vitest'
import { newId } from './new-id.js'

it('should make 32 hexadecimal digits, others every time', () => {
  const ids = Array.from({ length: 1_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
})

it('should keep the zeros of small bytes', () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => array)
  expect(newId()).toBe('0'.repeat(32))
})
