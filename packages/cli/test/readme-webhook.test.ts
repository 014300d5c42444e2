import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { serve } from './command-process.js'

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
/** What the README calls the server and its admin key. */
const SHOWN = { url: 'http://127.0.0.1:8080', key: '$(cat opsgraph-data/admin-key)' }
const KEY = 'the-key-of-this-test'

it('should bring a webhook from zero to alert by the lines of the README', { timeout: 60_000 }, async () => {
  const [settings = '', ...lines] =
    /## A webhook, from zero to alert\n\n```sh[^\n]*\n(.*?)\n```/s.exec(README)?.[1]?.split('\n') ?? []
  expect(lines.map((line) => line.split(' ')[0])).toEqual(Array(5).fill('curl'))
  const server = serve(['--store', 'memory'], { ADMIN_KEY: KEY })
  const here = settings.replace(SHOWN.url, await server.url()).replace(SHOWN.key, KEY)
  expect(here).toMatch(/^KEY=the-key-of-this-test; API=http:\/\/127\.0\.0\.1:\d+\/api$/)
  const [created, refused, mapped, replayed, alerts] = lines.map((line) =>
    JSON.parse(execFileSync('sh', ['-c', `${here}\n${line}`], { encoding: 'utf8' })),
  )
  expect(created).toMatchObject({
    status: 'ok',
    webhook_url: expect.stringMatching(/\/api\/webhooks\/custom\/checks$/),
  })
  expect(refused).toMatchObject({ status: 'error', code: 403 })
  expect(mapped).toMatchObject({
    status: 'ok',
    webhook_config: { enabled: true, payloadHistory: [{ httpStatus: 403 }] },
  })
  expect(replayed).toMatchObject({ status: 'ok', alerts_created: 1 })
  expect(alerts).toMatchObject({
    total: 1,
    alerts: [{ id: replayed.alerts[0].id, event: 'ping', severity: 'critical', text: 'no answer for 30 s' }],
  })
})
