import { expect, it } from 'vitest'
import { BUILD_STORIES } from './preset-story/builds.js'
import { ERROR_STORIES } from './preset-story/errors.js'
import { LOG_STORIES } from './preset-story/logs.js'
import { MONITOR_STORIES } from './preset-story/monitors.js'
import { SECURITY_STORIES } from './preset-story/security.js'
import type { Story } from './preset-story/story.js'
import { ADMIN, useServer } from './test-server.js'

const STORIES: Readonly<Record<string, Story>> = {
  ...BUILD_STORIES,
  ...ERROR_STORIES,
  ...LOG_STORIES,
  ...MONITOR_STORIES,
  ...SECURITY_STORIES,
}
const server = useServer()

it.each(Object.entries(STORIES))('should be active exactly while something fires: %s', async (_, story) => {
  await server.current.opsgraph.createWebhookFromPreset(ADMIN, story.preset, { id: 'hook', authMode: 'none' })
  for (const [at, { sent, form, active }] of story.steps.entries()) {
    const body = form === undefined ? { json: sent } : { body: form, headers: FORM }
    const { status, text } = await server.current.call('POST', '/api/webhooks/custom/hook', { ...body, key: null })
    expect([status, text]).toEqual([200, expect.any(String)])
    expect([at, await activeAlerts()]).toEqual([at, [...active].sort()])
  }
})

// Helpers

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

async function activeAlerts(): Promise<readonly string[]> {
  const { body } = await server.current.call('GET', '/api/alerts?page-size=100')
  const { alerts } = body as { alerts: { resource: string; event: string; status: string; openCount: number }[] }
  return alerts
    .filter(({ status }) => status === 'open' || status === 'ack')
    .map(({ resource, event, status, openCount }) =>
      [resource, event, openCount, ...(status === 'ack' ? ['ack'] : [])].join(' | '),
    )
    .sort()
}
