import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { ADMIN, ADMIN_KEY, TestServer } from '../../packages/http/test/test-server.js'

it('should print what changes, and connect again when the server is back', { timeout: 30_000 }, async () => {
  const server = new TestServer({}, { eventTimes: { look: 20 } })
  await server.start()
  onTestFinished(() => server.stop())
  const { port } = new URL(server.url)
  const program = spawn(process.execPath, [PROGRAM, `${server.url}/api/events`], {
    env: { ...process.env, KEY: ADMIN_KEY },
  })
  onTestFinished(() => void program.kill())
  let printed = ''
  program.stdout.on('data', (text) => {
    printed += text
  })
  const prints = async (words: string) => {
    while (!printed.includes(words)) await once(program.stdout, 'data')
  }
  await prints('read everything anew')
  const alert = { environment: 'Production', resource: 'disk', event: 'Down', severity: 'major' } as const
  await server.opsgraph.receiveAlert(ADMIN, alert)
  await prints("change: 'created'")
  printed = ''
  await server.stop()
  await server.start(Number(port))
  await prints('read everything anew')
  expect(program.exitCode).toBeNull()
})

// Helpers

const PROGRAM = fileURLToPath(new URL('follow.mjs', import.meta.url))
