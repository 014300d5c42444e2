/**
 * Writes the type declarations that the package publishes, twice: to `esm` for `import`, and to `cjs` for `require`.
 * The files in both folders are the same, but `cjs` also gets a `package.json`, which says that its declarations belong
 * to CommonJS modules.
 *
 * The argument is the folder that contains `esm` and `cjs`; default: `dist`. With `--no-dts`, nothing is written.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const [argument = join(cwd, 'dist')] = process.argv.slice(2)
if (argument !== '--no-dts') {
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const [esm, cjs] = [join(argument, 'esm'), join(argument, 'cjs')]
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.types.json', '--outDir', esm], { cwd, stdio: 'inherit' })
  cpSync(esm, cjs, { recursive: true })
  writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n')
}
