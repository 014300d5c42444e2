import { describe, expect, it } from 'vitest'
import type { Caller } from '../../access/caller.js'
import { Semaphore } from '../concurrency/semaphore.js'
import type { Dependencies } from '../dependencies.js'
import { importTopologies } from './import-topologies.js'

const CALLER: Caller = { user: 'ann', scopes: ['admin'], requestId: null }

describe('importTopologies', () => {
  it('should process one file at a time, and let other requests run in between', async () => {
    const seen: string[] = []
    const snapshot = async () => {
      seen.push('begin')
      await new Promise((resolve) => setImmediate(resolve))
      seen.push('end')
      throw new Error('planned enough')
    }
    const imports = [1, 2, 3].map(() => importTopologies(dependenciesWith(snapshot), CALLER, REQUEST))
    setImmediate(() => seen.push('another request'))
    await Promise.allSettled(imports)
    expect(seen).toEqual(['another request', 'begin', 'end', 'begin', 'end', 'begin', 'end'])
  })

  it('should not block other imports with a file that does not arrive', async () => {
    const stalled = new ReadableStream<Uint8Array>()
    void importTopologies(dependenciesWith(), CALLER, { ...REQUEST, body: stalled })
    await expect(importTopologies(dependenciesWith(), CALLER, { ...REQUEST, body: new Uint8Array() })).rejects.toThrow(
      'invalid import',
    )
  })
})

// Helpers

const REQUEST = {
  body: new TextEncoder().encode(
    JSON.stringify({ topology: { service: 'shop' }, nodes: [{ id: 's', kind: 'service', label: 'Shop' }] }),
  ),
  options: { mode: 'merge' as const },
  dryRun: true,
}

const fileSemaphores = { receiving: new Semaphore(8), working: new Semaphore(1) }

function dependenciesWith(snapshot?: () => Promise<never>) {
  return { fileSemaphores, newId: () => 'new', store: { snapshot } } as unknown as Dependencies
}
