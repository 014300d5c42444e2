import { describe, expect, it } from 'vitest'
import { isActive, WEBHOOK_PRESETS } from '../packages/core/src/pure.js'
import { bodyOf, readSamples, type SampleDelivery, storyOf } from '../packages/core/test/tool-samples.js'
import { activeAlerts, createHook, deliver, runStory } from '../packages/http/test/run-story.js'
import { ADMIN, useServer } from '../packages/http/test/test-server.js'

const server = useServer()

describe.each(WEBHOOK_PRESETS)('a webhook of the preset $id', ({ id, config }) => {
  const { payloadFormat = 'json' } = config
  const { deliveries, stories = {} } = readSamples(id)
  const problems = deliveries.filter(({ kind }) => kind === 'problem')
  const send = (delivery: SampleDelivery) => deliver(server.current, id, bodyOf(payloadFormat, delivery))

  it('should open the alerts of each problem', async () => {
    await createHook(server.current, id)
    for (const problem of problems) {
      await deleteAlerts()
      await send(problem)
      const shown = await activeAlerts(server.current)
      const expected = problem.expect.map((alert) => expect.objectContaining(shownFields(alert)))
      expect(shown).toEqual(expect.arrayContaining(expected))
      for (const alert of shown) expect(expected).toContainEqual(alert)
    }
  })

  it('should close with each recovery what problems have opened', async () => {
    await createHook(server.current, id)
    for (const recovery of deliveries.filter(({ kind }) => kind === 'recovery')) {
      await deleteAlerts()
      for (const problem of problems) await send(problem)
      const before = await countOpen()
      await send(recovery)
      expect(await countOpen(), JSON.stringify(recovery)).toBeLessThan(before)
    }
  })

  it('should create no alert of what is no problem', async () => {
    await createHook(server.current, id)
    for (const other of deliveries.filter(({ kind }) => kind === 'ignore')) await send(other)
    const { body } = await server.current.call('GET', '/api/alerts')
    expect(body).toMatchObject({ total: 0 })
  })

  it.each(Object.entries(stories))('should be active exactly while something fires: %s', async (_, steps) => {
    const sent = storyOf(steps).map((step) => ({ body: bodyOf(payloadFormat, step), active: step.active }))
    await runStory(server.current, id, sent)
  })
})

it.each(['', '/api/v2/alerts', '/api/v1/alerts'])('should take what Prometheus sends to %s', async (path) => {
  const [first] = readSamples('prometheus').deliveries
  await createHook(server.current, 'prometheus')
  await deliver(server.current, 'prometheus', JSON.stringify(first?.payload), path)
  expect(await activeAlerts(server.current)).toHaveLength(first?.expect.length ?? 0)
})

it.each([
  ['pagerduty', 'X-Webhook-Id'],
  ['jira', 'X-Atlassian-Webhook-Identifier'],
])('should take a delivery of %s only once, by the header %s', async (id, header) => {
  const [first] = readSamples(id).deliveries
  await createHook(server.current, id)
  for (const delivery of ['d-1', 'd-1', 'd-2']) {
    const sent = { json: first?.payload, key: null, headers: { [header]: delivery } }
    await server.current.call('POST', `/api/webhooks/custom/${id}`, sent)
  }
  expect(await activeAlerts(server.current)).toMatchObject([{ duplicateCount: 1 }])
})

// Helpers

/** The expected fields that `GET /api/alerts` shows. */
function shownFields({ fingerprint: _, eventTime: __, endTime: ___, ...fields }: SampleDelivery['expect'][number]) {
  return fields
}

// These functions call the use-cases without HTTP, because they run before and after hundreds of deliveries.

/** How many fingerprints are open, of all alerts together. */
async function countOpen(): Promise<number> {
  const { items } = await server.current.opsgraph.listAlerts(ADMIN, { pageSize: 1_000 })
  return items.filter(({ status }) => isActive(status)).reduce((sum, { openCount }) => sum + openCount, 0)
}

async function deleteAlerts(): Promise<void> {
  const { items } = await server.current.opsgraph.listAlerts(ADMIN, { pageSize: 1_000 })
  for (const { id } of items) await server.current.opsgraph.deleteAlert(ADMIN, id)
}
