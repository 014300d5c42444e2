import { expect, it } from 'vitest'
import { type TestServer, useServer } from './test-server.js'

/** What a tool sends, one delivery after the other, and what must be active after each of them. */
export interface Story {
  readonly preset: string
  readonly steps: readonly Step[]
}

/** A payload, and the alerts that are active after it, in any order. A text is a body that is not JSON. */
export type Step = readonly [payload: unknown, active: readonly object[]]

const CALLER = { user: 'ann', scopes: ['admin'], requestId: null } as const

/** Declares a test for each story: the deliveries pass through a server, its preset and its use-cases. */
export function tellStories(stories: Readonly<Record<string, Story>>): void {
  const server = useServer()
  it.each(Object.entries(stories))('should be active exactly while something fires: %s', async (_, story) => {
    const { preset, steps } = story
    await server.current.opsgraph.createWebhookFromPreset(CALLER, preset, { id: 'hook', authMode: 'none' })
    for (const [index, [payload, active]] of steps.entries()) {
      expect(await deliver(server.current, payload)).toMatchObject({ status: 200 })
      const shown = await activeAlerts(server.current)
      expect(shown, `after step ${index + 1}`).toHaveLength(active.length)
      expect(shown, `after step ${index + 1}`).toEqual(
        expect.arrayContaining(active.map((alert) => expect.objectContaining(alert))),
      )
    }
  })
}

function deliver(server: TestServer, payload: unknown) {
  const sent = typeof payload === 'string' ? { body: payload } : { json: payload }
  return server.call('POST', '/api/webhooks/custom/hook', { ...sent, key: null })
}

async function activeAlerts(server: TestServer): Promise<readonly object[]> {
  const { body } = await server.call('GET', '/api/alerts?page-size=1000')
  const { alerts } = body as { alerts: readonly { readonly status: string }[] }
  return alerts.filter(({ status }) => status !== 'closed' && status !== 'expired')
}
