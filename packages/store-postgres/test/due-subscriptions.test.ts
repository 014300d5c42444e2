import { expect, it, onTestFinished } from 'vitest'
import { sampleOwed, sampleSubscription } from '../../store-contract/src/subscription-store-contract.js'
import { postgresStore } from '../src/postgres-store.js'
import { ENGINES } from './engine.js'

it('should not wait for a transaction that holds due rows, but find the others', async () => {
  const engine = await ENGINES['a server']()
  onTestFinished(() => engine.close())
  const store = postgresStore(engine.database)
  const subscription = sampleSubscription()
  await store.subscriptions.save(subscription)
  const rows = [0, 1, 2].map((rank) => sampleOwed(subscription, { object: `${rank}`, rank, due: NOW }))
  await store.subscriptions.saveOwed(rows)
  await store.transaction(async (parts) => {
    expect(await parts.subscriptions.due(NOW, 2)).toEqual(rows.slice(0, 2))
    expect(await store.subscriptions.due(NOW, 2)).toEqual(rows.slice(2))
  })
})

const NOW = '2026-01-01T00:00:00.000Z'
