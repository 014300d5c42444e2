import { describe, expect, it } from 'vitest'
import { gate, settle } from '../../../test/gate.js'
import { Semaphore } from '../concurrency/semaphore.js'
import type { Dependencies } from '../dependencies.js'
import { importCmdb } from './import-cmdb.js'

const CALLER = { user: 'me', scopes: ['admin'] as const, requestId: null }

describe('importCmdb', () => {
  it('should receive a limited number of files at a time, and the next one as soon as one has ended', async () => {
    const started: string[] = []
    const dependencies = dependenciesWith({ receiving: 2 })
    const imports = ['a', 'b', 'c'].map((name) => {
      const { opened, open: end } = gate()
      async function* body() {
        started.push(name)
        await opened
        yield* []
      }
      return { end, done: importCmdb(dependencies, CALLER, { body: body() }).catch((error: Error) => error.message) }
    })
    await settle()
    expect(started).toEqual(['a', 'b'])
    imports[0]?.end()
    expect(await imports[0]?.done).toBe('invalid CMDB import')
    await settle()
    expect(started).toEqual(['a', 'b', 'c'])
    for (const { end } of imports) end()
    await Promise.all(imports.map(({ done }) => done))
  })

  it('should process one file at a time, and let other requests run in between', async () => {
    const seen: string[] = []
    const snapshot = async () => {
      seen.push('begin')
      await settle()
      seen.push('end')
      throw new Error('enough')
    }
    const dependencies = dependenciesWith({ snapshot })
    const body = new TextEncoder().encode('resource\na\n')
    const imports = [1, 2, 3].map(() => importCmdb(dependencies, CALLER, { body, dryRun: true }))
    setImmediate(() => seen.push('another request'))
    await Promise.allSettled(imports)
    expect(seen).toEqual(['another request', 'begin', 'end', 'begin', 'end', 'begin', 'end'])
  })
})

// Helpers

function dependenciesWith({ receiving = 8, snapshot }: { receiving?: number; snapshot?: () => Promise<never> }) {
  const fileSemaphores = { receiving: new Semaphore(receiving), working: new Semaphore(1) }
  return { fileSemaphores, store: { snapshot } } as unknown as Dependencies
}
