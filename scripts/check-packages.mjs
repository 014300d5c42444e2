/**
 * Checks that the packages can be published: packs each package with npm, and lints the tarballs. Installs them into an
 * empty ESM project and an empty CommonJS project outside of this repository. In each project, compiles the code of the
 * READMEs with each module resolution of TypeScript, runs it, bundles it, runs the bundles, and starts a server. The
 * compiler checks the declarations of the packages too. Run `pnpm build` first. To check with another version of Node:
 * `npx -p node@24 node scripts/check-packages.mjs`.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url))
const LINTERS = ['publint@0.3', '@arethetypeswrong/cli@0.18']
/**
 * Development tools that the test projects install: a compiler, a bundler, and the test runner for the store contract.
 */
const TOOLS = ['typescript@5.9', '@types/node@20', 'vitest@4', 'esbuild@0.27']
const COMPILER_OPTIONS = {
  target: 'es2023',
  strict: true,
  skipLibCheck: false,
  types: ['node'],
  allowJs: true,
  checkJs: true,
  rootDir: 'src',
  outDir: 'out',
}
/**
 * The module resolutions with which the projects are compiled. The first one also writes the programs that are run. In
 * CommonJS, `node16` excludes the store contract, because Vitest has no declarations for it.
 *
 * @type {Readonly<Record<'module' | 'commonjs', readonly { module: string, moduleResolution?: string, exclude?: string[] }[]>>}
 */
const RESOLUTIONS = {
  module: [{ module: 'nodenext' }, { module: 'node16' }, { module: 'esnext', moduleResolution: 'bundler' }],
  commonjs: [{ module: 'nodenext' }, { module: 'node16', exclude: ['src/store-contract.test.ts'] }],
}
/** A module that is not bundled, because it loads files from its own folder. */
const NOT_BUNDLED = '@electric-sql/pglite'
/** Code that defines `require` in ESM bundles, for the CommonJS modules that they contain. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`
const KEY = 'the-key-of-this-check'

// An outer `npx -c` passes its command in this variable. Delete it, so that the npx calls of this script do not run
// that command.
delete process.env.npm_config_call

const work = mkdtempSync(join(tmpdir(), 'opsgraph-packages-'))
try {
  const packed = await pack(readdirSync(PACKAGES).filter(isPublished))
  for (const { name, file } of packed) await lint(name, file)
  for (const type of /** @type {const} */ (['module', 'commonjs'])) await use(type, packed)
  console.log(`packages: all is well on Node ${process.versions.node}`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** @param {string} name */
function isPublished(name) {
  return !JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8')).private
}

/** @typedef {{ readonly name: string, readonly file: string }} Packed the folder and the tarball of a package */

/**
 * @param {readonly string[]} names
 * @returns {Promise<Packed[]>}
 */
async function pack(names) {
  return await Promise.all(
    names.map(async (name) => {
      const options = ['--json', '--ignore-scripts', '--pack-destination', work]
      const [{ filename, files }] = JSON.parse(await run('npm', ['pack', ...options], join(PACKAGES, name)))
      const paths = files.map((/** @type {{ path: string }} */ { path }) => path)
      for (const path of ['LICENSE', 'README.md', 'package.json']) assert(paths.includes(path), `${name}: no ${path}`)
      const odd = paths.filter(
        (/** @type {string} */ path) => !/^(?:dist\/|LICENSE$|README\.md$|package\.json$)/.test(path),
      )
      assert.deepEqual(odd, [], `${name} holds what nobody needs`)
      return { name, file: join(work, filename) }
    }),
  )
}

/** @param {string} name @param {string} file */
async function lint(name, file) {
  const npx = (/** @type {string[]} */ args) =>
    run('npx', ['--yes', ...LINTERS.flatMap((tool) => ['-p', tool]), ...args])
  await npx(['publint', 'run', file, '--strict'])
  // The profile skips the module resolution of old Node versions, which ignore `exports`, because the packages do not
  // support these versions.
  await npx(['attw', file, '--profile', 'node16'])
  console.log(`${name}: packed, publint and attw have no complaint`)
}

/**
 * Installs the packages into an empty project and uses them.
 *
 * @param {'module' | 'commonjs'} type
 * @param {readonly Packed[]} packed
 */
async function use(type, packed) {
  const project = join(work, type)
  mkdirSync(join(project, 'src'), { recursive: true })
  write(join(project, 'package.json'), { private: true, type })
  // Without a config file, Vitest would use one of a parent directory.
  writeFileSync(join(project, 'vitest.config.mjs'), 'export default {}\n')
  await run('npm', ['install', '--no-audit', '--no-fund', ...packed.map(({ file }) => file), ...TOOLS], project)
  const libraries = packed.map(({ name }) => name).filter((name) => !['cli', 'web'].includes(name))
  for (const name of libraries) {
    const code = readFirstCodeBlock(join(project, 'node_modules/@opsgraph', name, 'README.md'))
    const asWritten = type === 'module' || name === 'store-contract'
    writeFileSync(join(project, 'src', fileOf(name)), asWritten ? code : wrapInFunction(code))
  }
  await compile(type, project)
  for (const name of libraries) await runExample(name, type, project)
  for (const door of ['store', 'pure']) await compareExports(`@opsgraph/core/${door}`, project)
  await useInPage(project)
  for (const store of ['memory', 'embedded']) await serve(project, store)
  console.log(`${type}: installs, compiles, runs, bundles and serves`)
}

/** @param {string} name @param {'module' | 'commonjs'} type @param {string} project */
async function runExample(name, type, project) {
  // The store contract is run by Vitest, because it cannot be loaded with `require`.
  if (name === 'store-contract') return await run('npx', ['vitest', 'run', 'src'], project)
  for (const program of [join('out', `${name}.js`), await bundle(name, type, project)]) {
    assert.notEqual(await run(process.execPath, [program], project), '', `${program} prints nothing`)
  }
  return await compareExports(`@opsgraph/${name}`, project)
}

/** @param {'module' | 'commonjs'} type @param {string} project */
async function compile(type, project) {
  for (const [at, { exclude = [], ...resolution }] of RESOLUTIONS[type].entries()) {
    const file = join(project, `tsconfig.${at}.json`)
    const compilerOptions = { ...COMPILER_OPTIONS, ...resolution, noEmit: at > 0 }
    write(file, { compilerOptions, include: ['src'], exclude })
    await run('npx', ['tsc', '-p', file], project)
  }
}

/**
 * Bundles a compiled program for Node.
 *
 * @param {string} name
 * @param {'module' | 'commonjs'} type
 * @param {string} project
 * @returns {Promise<string>} the file of the bundle
 */
async function bundle(name, type, project) {
  const bundled = join('out', `${name}.bundle.${type === 'module' ? 'mjs' : 'cjs'}`)
  const format = type === 'module' ? ['--format=esm', `--banner:js=${REQUIRE}`] : ['--format=cjs']
  const options = ['--bundle', '--platform=node', ...format, `--external:${NOT_BUNDLED}`, `--outfile=${bundled}`]
  await run('npx', ['esbuild', join('out', `${name}.js`), '--log-level=error', ...options], project)
  return bundled
}

/** Checks that `import` and `require` give the same exports. @param {string} module @param {string} project */
async function compareExports(module, project) {
  const script = `import('${module}').then((imported) => {
    const names = Object.keys(require('${module}')).filter((name) => name !== '__esModule')
    require('assert').deepEqual(names.sort(), Object.keys(imported).filter((name) => name !== 'module.exports').sort())
  })`
  await run(process.execPath, ['--input-type=commonjs', '--eval', script], project)
}

/**
 * Compiles code for a web page without the types of Node, and bundles it for browsers. Checks that only a bundle that
 * reads filters contains the regular expression engine.
 *
 * @param {string} project
 */
async function useInPage(project) {
  const page = join(project, 'page')
  mkdirSync(page)
  write(join(page, 'tsconfig.json'), {
    compilerOptions: { ...COMPILER_OPTIONS, module: 'nodenext', types: [], rootDir: '.', noEmit: true },
  })
  writeFileSync(join(page, 'core.ts'), `export * as core from '@opsgraph/core'\n`)
  for (const name of ['layOut', 'readFilter']) {
    writeFileSync(join(page, `${name}.ts`), `export { ${name} } from '@opsgraph/core/pure'\n`)
    const bundle = await run('npx', ['esbuild', `${name}.ts`, '--bundle', '--platform=browser', '--format=esm'], page)
    assert.equal(bundle.includes('RE2JS'), name === 'readFilter', `a page with ${name}`)
  }
  await run('npx', ['tsc', '-p', '.'], page)
}

/**
 * Starts a server with the installed command, stores a relation, reads it, and stops the server.
 *
 * @param {string} project
 * @param {string} store
 */
async function serve(project, store) {
  const child = spawn(process.execPath, [join('node_modules/@opsgraph/cli/dist/opsgraph.js'), 'serve', '--port', '0'], {
    cwd: project,
    env: { PATH: process.env.PATH, ADMIN_KEY: KEY, OPSGRAPH_STORE: store, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
    const url = /^opsgraph listening on (\S+)$/.exec(String(line))?.[1]
    assert(url, `opsgraph serve printed: ${line}`)
    const headers = { Authorization: `Key ${KEY}`, 'Content-Type': 'application/json' }
    const relation = { environment: 'Production', resource: 'disk-sdb', parent: 'database' }
    const body = JSON.stringify(relation)
    assert.equal((await fetch(`${url}/api/resources/relations`, { method: 'POST', headers, body })).status, 201)
    const graph = await fetch(`${url}/api/resources/graph?environment=Production&resource=disk-sdb`, { headers })
    assert.match(await graph.text(), /"database"/)
    assert.equal((await fetch(`${url}/readyz`)).status, 200)
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  } finally {
    child.kill('SIGKILL')
  }
}

/** Returns the first code block of a README. @param {string} readme */
function readFirstCodeBlock(readme) {
  const code = /```[jt]s\n(.*?)```/s.exec(readFileSync(readme, 'utf8'))?.[1]
  assert(code, `${readme} shows no code`)
  return code
}

/** Wraps code for CommonJS, which has no top-level await. @param {string} code */
function wrapInFunction(code) {
  const [, imports = '', rest = ''] = /^((?:import [^\n]*\n)+)(.*)$/s.exec(code) ?? []
  return `${imports}void (async () => {\n${rest}})()\n`
}

/** @param {string} name */
function fileOf(name) {
  return name === 'store-contract' ? `${name}.test.ts` : `${name}.js`
}

/** @param {string} file @param {unknown} value */
function write(file, value) {
  writeFileSync(file, JSON.stringify(value))
}

/**
 * @param {string} command @param {readonly string[]} args @param {string} [cwd]
 * @returns {Promise<string>} stdout
 */
async function run(command, args, cwd = work) {
  try {
    return (await promisify(execFile)(command, args, { cwd, maxBuffer: 2 ** 26, shell: process.platform === 'win32' }))
      .stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error)
    console.error(`${stdout}${stderr}`)
    throw new Error(`${command} ${args.join(' ')} failed in ${cwd}`)
  }
}
