import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { SharedResource } from '../../../../test/once-a-run/shared-resource.js'

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))
const VITE = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url))

/**
 * Builds the console as it is published. The build runs in a separate process, because the environment variables of the
 * tests would change its result.
 */
export async function buildSharedConsole(): Promise<SharedResource> {
  const place = await mkdtemp(join(tmpdir(), 'opsgraph-web-'))
  const child = spawn(process.execPath, [VITE, 'build', '--logLevel', 'warn', '--outDir', place], {
    cwd: PACKAGE,
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (status !== 0) throw new Error(`vite build ended with ${status}: ${stdout}${stderr}`)
  return { place, remove: () => rm(place, { recursive: true, force: true }) }
}
