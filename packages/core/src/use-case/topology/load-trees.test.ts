import { describe, expect, it } from 'vitest'
import type { Dependencies } from '../dependencies.js'
import { loadTrees } from './load-trees.js'

describe('loadTrees', () => {
  it('should refuse a file with issues without using the store', async () => {
    const issues = [{ code: 'invalidJson', path: 'body', message: 'no JSON' }] as const
    await expect(loadTrees(noDependencies, caller, { entries: [], issues })).rejects.toMatchObject({
      kind: 'invalid',
      issues,
    })
  })
})

// Helpers

const noDependencies = {} as Dependencies
const caller = { user: 'ann', scopes: [], requestId: null }
