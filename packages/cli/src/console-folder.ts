import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The folder of the built console. `undefined` where it was not built: in a clone whose packages were built one by one.
 *
 * @param from whose package of the console it is: a file, by its URL
 */
export function consoleFolder(from = import.meta.url): string | undefined {
  const manifest = createRequire(from).resolve('@opsgraph/web/package.json')
  const folder = join(dirname(manifest), 'dist')
  return existsSync(join(folder, 'index.html')) ? folder : undefined
}
