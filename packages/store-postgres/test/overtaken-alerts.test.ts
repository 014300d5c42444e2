import { createOpsgraph } from '@opsgraph/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgresStore } from '../src/postgres-store.js'
import { ENGINES, type Engine } from './engine.js'

const ADMIN = { user: 'ann', scopes: ['admin' as const], requestId: null }

let engine: Engine
beforeAll(async () => {
  engine = await ENGINES['a server']()
})
afterAll(() => engine?.close())

it('should repeat a change of an alert that has changed since it was read, and say why if it fails each time', async () => {
  const store = postgresStore(engine.database)
  const received = await createOpsgraph({ store }).receiveAlert(ADMIN, { environment: 'P', resource: 'a', event: 'b' })
  const id = 'id' in received ? received.id : ''
  const changeOvertaken = async (times: number) => {
    let left = times
    await store.transaction(async ({ alerts }) => {
      const alert = await alerts.lockById(id)
      if (alert === undefined) throw new Error('the alert is not stored')
      // On Citus, a commit may become visible after its locks are released. This write ignores the locks, too.
      if (left-- > 0) await engine.run(`update alert set severity = 'minor', revision = revision + 1`)
      await alerts.save([{ ...alert, status: 'ack' }])
    })
  }

  await changeOvertaken(1)
  expect(await store.alerts.read(id)).toMatchObject({ severity: 'minor', status: 'ack' })
  await expect(changeOvertaken(Number.POSITIVE_INFINITY)).rejects.toMatchObject({
    kind: 'conflict',
    message: 'others write the same',
  })
})
