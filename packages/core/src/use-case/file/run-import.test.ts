import { describe, expect, it } from 'vitest'
import type { Issue } from '../../issue.js'
import type { Dependencies } from '../dependencies.js'
import { runImport } from './run-import.js'

const OVER_LIMIT: Issue = { code: 'licenseLimit', path: 'body', message: 'no free topology' }

describe('runImport', () => {
  it('should take the locks before it plans, and write the plan in the same transaction', async () => {
    const { calls, run } = importOf([])
    expect(await run(false)).toEqual({ plan: 'the plan', applied: 'the result' })
    expect(calls).toEqual(['transaction', 'lock topologies', 'lock catalog', 'plan', 'apply the plan', 'end'])
  })

  it('should make the same plan on a snapshot in a dry run, without locks, and write nothing', async () => {
    for (const unlicensed of [[], [OVER_LIMIT]]) {
      const { calls, run } = importOf(unlicensed)
      expect(await run(true)).toEqual({ plan: 'the plan' })
      expect(calls).toEqual(['snapshot', 'plan', 'end'])
    }
  })

  it('should refuse to write a plan that the license does not allow', async () => {
    const { calls, run } = importOf([OVER_LIMIT])
    await expect(run(false)).rejects.toMatchObject({ kind: 'forbidden', issues: [OVER_LIMIT] })
    expect(calls).toEqual(['transaction', 'lock topologies', 'lock catalog', 'plan'])
  })
})

// Helpers

/** An import whose functions record their calls in `calls`. */
function importOf(unlicensed: readonly Issue[]) {
  const calls: string[] = []
  const parts = { lock: async (area: string) => void calls.push(`lock ${area}`) }
  const within = (name: string) => async (work: (given: typeof parts) => Promise<unknown>) => {
    calls.push(name)
    const result = await work(parts)
    calls.push('end')
    return result
  }
  const store = { snapshot: within('snapshot'), transaction: within('transaction') }
  const dependencies = { store, license: { topologyFeature: true, topologyLimit: 1 } } as unknown as Dependencies
  const run = (isDryRun: boolean) =>
    runImport(dependencies, {
      isDryRun,
      locks: ['topologies', 'catalog'],
      plan: async () => {
        calls.push('plan')
        return 'the plan'
      },
      unlicensed: () => unlicensed,
      apply: async (_, plan) => {
        calls.push(`apply ${plan}`)
        return 'the result'
      },
    })
  return { calls, run }
}
