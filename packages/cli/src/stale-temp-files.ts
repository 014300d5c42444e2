import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** A name beside a file for what is still being written. It tells whose it is, so that the next one can clean up. */
export function temporaryNameOf(target: string): string {
  return `${target}.${process.pid}-${randomUUID().slice(0, 8)}@${hostname()}.tmp`
}

/** Removes what processes of this machine that were killed have left beside a file. */
export async function removeLeftBehind(target: string): Promise<void> {
  const folder = dirname(target)
  const start = `${basename(target)}.`
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid, host] = name.startsWith(start)
      ? (/^(\d+)-[0-9a-f]{8}@(.+)[.]tmp$/.exec(name.slice(start.length)) ?? [])
      : []
    if (host === hostname() && !isRunning(Number(pid))) await rm(join(folder, name), { force: true })
  }
}

/** One that belongs to another user runs as well, although it may not be signalled. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
