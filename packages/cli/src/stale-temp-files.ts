import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

/**
 * A temporary name in the folder of a file. It contains process and host, so that a later process can remove a stale
 * file.
 */
export function temporaryNameOf(target: string): string {
  return `${target}.${process.pid}-${randomUUID().slice(0, 8)}@${hostname()}.tmp`
}

/** Removes temporary files of a file that killed processes of this machine have left. */
export async function removeStaleFiles(target: string): Promise<void> {
  const folder = dirname(target)
  const start = `${basename(target)}.`
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid, host] = name.startsWith(start)
      ? (/^(\d+)-[0-9a-f]{8}@(.+)[.]tmp$/.exec(name.slice(start.length)) ?? [])
      : []
    if (host === hostname() && !isRunning(Number(pid))) await rm(join(folder, name), { force: true })
  }
}

/** Any other error than ESRCH means that the process runs, for example as another user. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
