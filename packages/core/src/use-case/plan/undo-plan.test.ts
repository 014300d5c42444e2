import { describe, expect, it } from 'vitest'
import type { UndoPlan } from '../../plan/plan-undo.js'
import type { StoreTransaction } from '../../port/store.js'
import type { Dependencies } from '../dependencies.js'
import { applyUndo } from './undo-plan.js'

const AT = '2026-01-01T00:00:00.000Z'
const RELATION = {
  ...{ id: 'one', environment: '', resource: 'a', parent: 'b', source: 'cmdb' as const, sourceRef: 'cmdb' },
  ...{ createTime: AT, updateTime: AT },
}

describe('applyUndo', () => {
  it('should refuse to give a relation the id of another one', async () => {
    await expect(undoOn({ takenIds: ['one'] })).rejects.toMatchObject({
      kind: 'conflict',
      message: 'another relation has the id one',
    })
  })

  it('should refuse to come back if another client has stated the same relation meanwhile', async () => {
    await expect(undoOn({ updated: 1 })).rejects.toMatchObject({ kind: 'conflict' })
  })

  it('should write what comes back, and its audit entry', async () => {
    expect(await undoOn({})).toEqual(['withdraw', 'upsert', 'append'])
  })
})

// Helpers

interface Stored {
  readonly takenIds?: readonly string[]
  readonly updated?: number
}

/** Undoes the removal of a relation, and returns the names of the writes. */
async function undoOn({ takenIds = [], updated = 0 }: Stored): Promise<readonly string[]> {
  const calls: string[] = []
  const parts = {
    relations: {
      withdraw: async () => calls.push('withdraw'),
      takenIds: async () => takenIds,
      upsert: async () => {
        calls.push('upsert')
        return { inserted: 1 - updated, updated }
      },
    },
    audit: { append: async () => void calls.push('append') },
  } as unknown as StoreTransaction
  const none = { create: 0, update: 0, remove: 0, unchanged: 0 }
  const claim = { ...RELATION, firstTime: AT, lastTime: AT, isReplaceable: false }
  const undo: UndoPlan = {
    withdrawn: [claim],
    restored: [RELATION],
    confirmed: [],
    claims: [],
    relations: { ...none, create: 1 },
    removedTopologies: [],
    restoredTopologies: [],
    topologies: none,
    catalogServices: [],
  }
  const dependencies = { clock: () => new Date(AT), newId: () => 'id' } as unknown as Dependencies
  const caller = { user: 'me', scopes: ['admin'] as const, requestId: null }
  await applyUndo(dependencies, parts, { caller, undo, kind: 'cmdb', source: 'cmdb', planHash: 'a'.repeat(64) })
  return calls
}
