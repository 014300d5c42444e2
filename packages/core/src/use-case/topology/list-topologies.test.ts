import { describe, expect, it } from 'vitest'
import type { Dependencies } from '../../port/dependencies.js'
import { Turnstile } from '../fairness/turnstile.js'
import { listTopologies } from './list-topologies.js'

describe('listTopologies', () => {
  it('should read so many large pages at a time, the others as soon as one has been read', async () => {
    const { seen, dependencies } = scene()
    await Promise.all([51, 52, 1_000].map((pageSize) => listTopologies(dependencies, { pageSize })))
    expect(seen).toEqual(['51', '52', '51 read', '1000', '52 read', '1000 read'])
  })

  it('should have nobody wait who asks for a usual page', async () => {
    const { seen, dependencies } = scene()
    await Promise.all([51, 52, 53, 50, undefined].map((pageSize) => listTopologies(dependencies, { pageSize })))
    expect(seen.slice(0, 4)).toEqual(['51', '52', '50', '50'])
  })

  it('should give the turn on when reading fails', async () => {
    const { seen, dependencies } = scene({ isBroken: true })
    const lists = [51, 52, 53].map((pageSize) => listTopologies(dependencies, { pageSize }))
    expect(await Promise.allSettled(lists)).toEqual(
      Array.from(lists, () => expect.objectContaining({ status: 'rejected' })),
    )
    expect(seen).toHaveLength(6)
  })
})

// Helpers

/** What is told of a store that takes a moment for every page, of which two may be large at a time. */
function scene({ isBroken = false } = {}) {
  const seen: string[] = []
  const list = async ({ pageSize }: { pageSize: number }) => {
    seen.push(String(pageSize))
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(`${pageSize} read`)
    if (isBroken) throw new Error('not read')
    return { items: [], total: 0 }
  }
  const dependencies = { graphTurns: new Turnstile(2), store: { topologies: { list } } } as unknown as Dependencies
  return { seen, dependencies }
}
