import { expect, it, onTestFinished } from 'vitest'
import { postgresStore } from '../src/postgres-store.js'
import type { Statement } from '../src/sql/database.js'
import { owedMethods } from '../src/subscription/owed-objects.js'
import { ENGINES } from './engine.js'
import { explain, rowsHandled } from './plan-nodes.js'
import { recordingSession } from './recording-session.js'

/** The rank of rows that are over. */
const OVER = 12

it.each([
  ['what is over', { kinds: ['alert'], below: OVER }],
  ['what is delivered', { isOwing: true }],
] as const)('should read nothing of %s, however much of it is kept', async (_, some) => {
  const { database, run, close } = await ENGINES['a server']()
  onTestFinished(close)
  // For each subscription, 20 of 10,000 alerts are still active, and are owed.
  await run(`insert into subscription_owed (subscription_id, kind, object, due, rank, owed)
    select subscription, 'alert', object, case when object <= 20 then now() end, case when object <= 20 then 3 else ${OVER} end, '{}'
    from generate_series(1, 3) as subscription, generate_series(1, 10000) as object`)
  await run('analyze subscription_owed')
  const asked: Statement[] = []
  const found = await owedMethods(recordingSession(database, asked)).owedByEach(['1', '2'], some)
  expect(found).toHaveLength(40)
  const handled = await Promise.all(asked.map(async (statement) => rowsHandled(await explain(database, statement))))
  expect(handled).toHaveLength(1)
  expect(Math.max(...handled)).toBeLessThan(1_000)
})

it('should not wait for a transaction that holds due rows, but find the others', async () => {
  const { database, run, close } = await ENGINES['a server']()
  onTestFinished(close)
  await run(`insert into subscription (id, name, format, enabled, create_time, update_time, document, search)
    values ('1', 'one', 'json', true, now(), now(), '{}', 'one')`)
  await run(`insert into subscription_owed (subscription_id, kind, object, due, rank, owed)
    select '1', 'impact', object, '${NOW}', object, '{}' from generate_series(1, 3) as object`)
  const store = postgresStore(database)
  const objects = async ({ subscriptions }: Pick<typeof store, 'subscriptions'>) =>
    (await subscriptions.due(NOW, 2)).map(({ object }) => object)
  await store.transaction(async (parts) => {
    expect(await objects(parts)).toEqual(['1', '2'])
    expect(await objects(store)).toEqual(['3'])
  })
})

const NOW = '2026-01-01T00:00:00.000Z'
