import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

/**
 * Chooses a temporary name in the folder of a file. The name contains the process id and the host name, so that a later
 * process can recognize and remove a stale file.
 */
export function temporaryNameOf(target: string): string {
  return `${target}.${process.pid}-${randomUUID().slice(0, 8)}@${hostname()}.tmp`
}

/**
 * Removes the temporary files that earlier processes on this machine have left for a target file. A temporary file is
 * kept if its process still runs.
 */
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

/**
 * Whether a process is running. If `kill` fails with ESRCH, the process does not exist. Any other error, such as EPERM
 * for a process of another user, means that the process is running.
 */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
