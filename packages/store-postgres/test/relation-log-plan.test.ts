import { expect, it, onTestFinished } from 'vitest'
import { relationLogIn } from '../src/relation/postgres-relation-log.js'
import { ENGINES } from './engine.js'

it('should not plan the statement anew that each walk runs', async () => {
  const { database, close } = await ENGINES['a server']()
  onTestFinished(close)
  const plans = await database.transaction('snapshot', async (session) => {
    const log = relationLogIn(session)
    const known = new Map([['Production', await log.position()]])
    for (let walk = 0; walk < 20; walk++) await log.since(known)
    const text = `select generic_plans, custom_plans from pg_prepared_statements where name = 'changes'`
    return (await session.query<readonly [generic: number, custom: number]>({ text })).rows
  })
  // PostgreSQL plans the first five executions of a prepared statement for their values.
  expect(plans).toEqual([[15, 5]])
})
