import { describe, expect, it } from 'vitest'
import { gate } from '../../../test/gate.js'
import { LruCache } from './lru-cache.js'

describe('LruCache', () => {
  it('should load a value again after its maximum age, even if the clock was set back', async () => {
    const { read, loads } = stage()
    await read('a', 1_000)
    await read('a', 1_099)
    expect(loads).toEqual(['a'])
    await read('a', 1_100)
    await read('a', 1_000)
    expect(loads).toEqual(['a', 'a', 'a'])
  })

  it('should load once for concurrent reads', async () => {
    const { opened, open } = gate()
    const { read, loads } = stage(() => opened)
    const both = [read('a', 0), read('a', 0)]
    open()
    expect(await Promise.all(both)).toEqual(['value of a', 'value of a'])
    expect(loads).toEqual(['a'])
  })

  it('should cache neither a missing value nor a failure', async () => {
    const { read, loads } = stage((key) => {
      if (key === 'broken') throw new Error('no')
    })
    expect(await read('none', 0)).toBeUndefined()
    await read('none', 0)
    await expect(read('broken', 0)).rejects.toThrow('no')
    await expect(read('broken', 0)).rejects.toThrow('no')
    expect(loads).toEqual(['none', 'none', 'broken', 'broken'])
  })

  it('should drop the least recently used value if the cache is too heavy', async () => {
    const { read, loads } = stage()
    for (const key of ['a', 'b', 'a', 'c']) await read(key, 0)
    loads.length = 0
    for (const key of ['c', 'a', 'b']) await read(key, 0)
    expect(loads).toEqual(['b'])
  })

  it('should not cache a value that was loading during a clear, because it may be outdated', async () => {
    const { opened, open } = gate()
    const { memo, read, loads } = stage(() => opened)
    const before = read('a', 0)
    memo.clear()
    const after = read('a', 0)
    open()
    await Promise.all([before, after])
    await read('a', 0)
    expect(loads).toEqual(['a', 'a'])
  })
})

// Helpers

/** A cache that holds at most two values, each for at most 100 ms. */
function stage(before: (key: string) => unknown = () => undefined) {
  const memo = new LruCache<string>({ maxAge: 100, maxWeight: 2, weigh: () => 1 })
  const loads: string[] = []
  const read = (key: string, now: number) =>
    memo.read(key, now, async () => {
      loads.push(key)
      await before(key)
      return key === 'none' ? undefined : `value of ${key}`
    })
  return { memo, read, loads }
}
