import { describe, expect, it } from 'vitest'
import { readIds } from './read-ids.js'

describe('readIds', () => {
  it('should read ids as strings or in objects, each once, and ignore other entries', () => {
    expect(readIds(['a', { id: 'b' }, 'a', '', null, 7, {}, { id: 7 }, ['c']], 'policies')).toEqual(['a', 'b'])
  })

  it.each([[undefined], [null], ['a'], [{ id: 'a' }]])('should refuse %j, which is not a list', (entries) => {
    expect(() => readIds(entries, 'policies')).toThrow('policies must be a list of ids')
  })

  it.each([[[]], [[null, '', {}]], [[JSON.parse('{"__proto__": {"id": "a"}}')]]])('should refuse %j', (entries) => {
    expect(() => readIds(entries, 'policies')).toThrow('policies holds no valid id')
  })
})
