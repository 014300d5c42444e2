import type { Opsgraph } from '@opsgraph/core'
import { expect, it } from 'vitest'
import type { AppContext } from '../src/pipeline/app-context.js'
import { impactRoutes } from '../src/route/impact.js'

/** The answer has about 20 million characters. */
const SERVICES = 1_000
const TEXT = 'x'.repeat(20_000)

it('should write a large impact with pauses, once for all callers', async () => {
  const items = Array.from({ length: SERVICES }, (_, at) => ({ service: `${at}-${TEXT}` }))
  const paging = { total: SERVICES, page: 1, pageSize: SERVICES, pages: 1, more: false }
  const page = { items, ...paging, unreached: { total: 0, alertIds: [], reasons: [] }, silencedCount: 0, windows: [] }
  const opsgraph = { readImpact: async () => page } as unknown as Opsgraph
  const route = impactRoutes.find(({ id }) => id === 'readImpact')
  if (route === undefined) throw new Error('there is no such route')
  const sent = { params: {}, query: () => new Map(), headers: {} } as unknown as Parameters<typeof route.answer>[0]
  let [turns, isOn] = [0, true]
  const count = () => {
    turns++
    if (isOn) setImmediate(count)
  }
  setImmediate(count)
  const answers = await Promise.all([1, 2].map(() => route.answer(sent, { opsgraph } as AppContext)))
  isOn = false
  // Between two turns, at most a megabyte is written or hashed.
  expect(turns).toBeGreaterThan(40)
  const [one, other] = answers
  expect(one?.body === other?.body).toBe(true)
  expect(one?.headers?.ETag).toBe(other?.headers?.ETag)
  const services = items.map(({ service }) => ({ service }))
  const body = { status: 'ok', services, unreached: page.unreached, silencedCount: 0, windows: [], ...paging }
  expect(one?.body === JSON.stringify(body)).toBe(true)
})
