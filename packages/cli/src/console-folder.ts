import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Finds the folder of the built console.
 *
 * @param from the URL of the file from which the package of the console is resolved
 * @returns `undefined` if the console is not built, e.g. in a clone where only some packages are built
 */
export function consoleFolder(from = import.meta.url): string | undefined {
  const manifest = createRequire(from).resolve('@opsgraph/web/package.json')
  const folder = join(dirname(manifest), 'dist')
  return existsSync(join(folder, 'index.html')) ? folder : undefined
}
