import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serve } from '../../packages/cli/test/command-process.js'
import { onDirectory } from '../../packages/store-postgres/test/embedded-directory.js'
import { prepareDataDirectory } from '../once-a-run/prepared-directory.js'
import { KEY, type Load, ready, send, waitForProgress } from './load.js'
import { listOtherLines } from './log-lines.js'
import { SLOW_ROUNDS } from './rounds.js'
import { expectConsistent, prepareLoad } from './scene.js'

/** The file size limit that simulates a full disk, in bytes. Every database file that can grow is longer than this. */
const NO_ROOM = 100_000

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'opsgraph-full-'))
  await prepareDataDirectory(directory)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

// The tests limit the file size of the server process to simulate a full disk. This needs no privileges and no separate
// disk.
describe.runIf(process.platform === 'linux')('an embedded database whose disk is full', () => {
  it(
    'should make the server answer 503, lose no data, and work again after space is freed',
    async () => {
      const server = start()
      const url = await server.url()
      const load = await prepareLoad(url)
      const stop = new AbortController()
      const running = load.run([url], stop.signal, { unavailable: true })
      for (let round = 0; round < SLOW_ROUNDS; round++) {
        await waitForProgress(load, 'answered')
        await fillAndEmpty(server.pid, url, load)
        await waitForProgress(load, 'answered')
      }
      stop.abort()
      await running
      server.kill('SIGTERM')
      const { end, stderr } = await server.ended
      expect(end).toBe(0)
      expect(stderr.includes('File too large')).toBe(true)
      expect(listOtherLines(stderr)).toEqual([])
      await onDirectory(directory, (run) => expectConsistent(load, run))
      await expectRestart(load)
    },
    120_000 + SLOW_ROUNDS * 20_000,
  )
})

// Helpers

function start() {
  return serve(['--data-dir', directory], { ADMIN_KEY: KEY })
}

async function fillAndEmpty(pid: number, url: string, load: Load): Promise<void> {
  limitFiles(pid, String(NO_ROOM))
  await waitForProgress(load, 'unavailable')
  expect(await ready(url)).toMatchObject({ status: 503, retryAfter: '5' })
  expect((await send(url, { method: 'GET', path: '/healthz' })).status).toBe(200)
  limitFiles(pid, 'unlimited')
  await vi.waitUntil(async () => (await ready(url)).status === 200, { timeout: 30_000, interval: 50 })
}

/** Checks that a server stops while its disk is full, and that its next start shows no loss of data. */
async function expectRestart(load: Load): Promise<void> {
  const server = start()
  limitFiles(server.pid, 'unlimited')
  const url = await server.url()
  const running = load.run([url], new AbortController().signal, { unavailable: true, silence: true })
  limitFiles(server.pid, String(NO_ROOM))
  await waitForProgress(load, 'unavailable')
  server.kill('SIGTERM')
  await running
  expect(await server.ended).toMatchObject({ end: 0 })
  await onDirectory(directory, (run) => expectConsistent(load, run))
}

function limitFiles(pid: number, bytes: string): void {
  execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`])
}
