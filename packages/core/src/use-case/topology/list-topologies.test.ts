import { describe, expect, it } from 'vitest'
import { Semaphore } from '../concurrency/semaphore.js'
import type { Dependencies } from '../dependencies.js'
import { listTopologies } from './list-topologies.js'

describe('listTopologies', () => {
  it('should read a limited number of large pages at a time, and the next one as soon as one ends', async () => {
    const { seen, dependencies } = scene()
    await Promise.all([51, 52, 1_000].map((pageSize) => listTopologies(dependencies, { pageSize })))
    expect(seen).toEqual(['51', '52', '51 read', '1000', '52 read', '1000 read'])
  })

  it('should read pages of the default size without waiting', async () => {
    const { seen, dependencies } = scene()
    await Promise.all([51, 52, 53, 50, undefined].map((pageSize) => listTopologies(dependencies, { pageSize })))
    expect(seen.slice(0, 4)).toEqual(['51', '52', '50', '50'])
  })

  it('should free the slot if reading fails', async () => {
    const { seen, dependencies } = scene({ isBroken: true })
    const lists = [51, 52, 53].map((pageSize) => listTopologies(dependencies, { pageSize }))
    expect(await Promise.allSettled(lists)).toEqual(
      Array.from(lists, () => expect.objectContaining({ status: 'rejected' })),
    )
    expect(seen).toHaveLength(6)
  })
})

// Helpers

/**
 * A store that takes a moment to read a page. At most two large pages are read at the same time. `seen` records when a
 * read begins and when it ends.
 */
function scene({ isBroken = false } = {}) {
  const seen: string[] = []
  const list = async ({ pageSize }: { pageSize: number }) => {
    seen.push(String(pageSize))
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(`${pageSize} read`)
    if (isBroken) throw new Error('not read')
    return { items: [], total: 0 }
  }
  const dependencies = { graphSemaphore: new Semaphore(2), store: { topologies: { list } } } as unknown as Dependencies
  return { seen, dependencies }
}
