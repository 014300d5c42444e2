import { expect, it } from 'vitest'
import type { Session } from '../sql/database.js'
import { LogPruning } from './log-relations.js'

it('should prune at the first write, and after 50,000 written relations, when it also analyzes the log', async () => {
  const texts: string[] = []
  const session: Session = {
    query: async ({ text }) => {
      texts.push(text)
      return { rows: [], count: 0 }
    },
    atomic: (work) => work(session),
  }
  const pruning = new LogPruning()
  await pruning.after(session, 1)
  expect(texts).toEqual([expect.stringContaining('delete from relation_change')])
  await pruning.after(session, 49_999)
  expect(texts).toHaveLength(1)
  await pruning.after(session, 1)
  expect(texts.slice(1)).toEqual([texts[0], 'analyze (skip_locked) relation_change'])
})
