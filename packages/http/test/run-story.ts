import { expect } from 'vitest'
import { ADMIN, type TestServer } from './test-server.js'

/** What a tool sends, and the alerts that are active after it, in any order. */
export interface StoryStep {
  readonly body: string
  readonly active: readonly object[]
}

/** Creates the webhook of a preset, and sends it deliveries, one after the other. */
export async function runStory(server: TestServer, preset: string, steps: readonly StoryStep[]): Promise<void> {
  await createHook(server, preset)
  for (const [index, { body, active }] of steps.entries()) {
    await deliver(server, preset, body)
    const shown = await activeAlerts(server)
    expect(shown, `after step ${index + 1}`).toHaveLength(active.length)
    expect(shown, `after step ${index + 1}`).toEqual(
      expect.arrayContaining(active.map((alert) => expect.objectContaining(alert))),
    )
  }
}

/** Creates the webhook of a preset, which anybody may send to. Its id is that of the preset. */
export async function createHook(server: TestServer, preset: string): Promise<void> {
  await server.opsgraph.createWebhookFromPreset(ADMIN, preset, { authMode: 'none' })
}

/** Sends a body to a webhook, or to a path below its URL, and expects that it is accepted. */
export async function deliver(server: TestServer, webhook: string, body: string, path = ''): Promise<void> {
  const { status, text } = await server.call('POST', `/api/webhooks/custom/${webhook}${path}`, { body, key: null })
  expect([status, text]).toEqual([200, expect.any(String)])
}

/** An alert as `GET /api/alerts` shows it. */
export interface ShownAlert {
  readonly id: string
  readonly resource: string
  readonly event: string
  readonly status: string
  readonly openCount: number
}

export async function activeAlerts(server: TestServer): Promise<readonly ShownAlert[]> {
  const { body } = await server.call('GET', '/api/alerts?page-size=1000')
  const { alerts } = body as { alerts: readonly ShownAlert[] }
  return alerts.filter(({ status }) => status !== 'closed' && status !== 'expired')
}
