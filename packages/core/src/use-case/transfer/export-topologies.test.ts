import { describe, expect, it } from 'vitest'
import type { Caller } from '../../access/caller.js'
import { Semaphore } from '../concurrency/semaphore.js'
import type { Dependencies } from '../dependencies.js'
import { exportTopologies } from './export-topologies.js'

const CALLER: Caller = { user: 'ann', scopes: ['admin'], requestId: null }

describe('exportTopologies', () => {
  it('should export a limited number of bundles at a time, and open no transaction while waiting', async () => {
    const seen: string[] = []
    const transaction = async () => {
      seen.push('begin')
      await new Promise((resolve) => setImmediate(resolve))
      seen.push('end')
    }
    const dependencies = { graphSemaphore: new Semaphore(2), store: { transaction } } as unknown as Dependencies
    await Promise.all([1, 2, 3].map(() => exportTopologies(dependencies, CALLER, { ids: undefined, appVersion: '1' })))
    expect(seen).toEqual(['begin', 'begin', 'end', 'begin', 'end', 'end'])
  })
})
