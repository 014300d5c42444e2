import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../packages/cli/src/settings.js'
import { readAddress } from '../scripts/start-options.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BUILD = ['install --frozen-lockfile', '--filter @opsgraph/cli... build --no-dts', 'served']
const SERVED = ['served']

/** The record of the last build. */
const RECORD = 'node_modules/.cache/opsgraph/build.json'

/** A fake npx: it records its pnpm command, and copies the sources as the build. It fails if a source has `broken`. */
const NPX = `#!/bin/sh
shift 2
echo "$*" >> calls
case "$*" in
  install*) mkdir -p node_modules/.pnpm packages/core/node_modules/@types/node; cp pnpm-lock.yaml node_modules/.pnpm/lock.yaml ;;
  *) grep -q broken packages/core/src/index.ts && { echo "index.ts is broken" >&2; exit 1; }
     mkdir -p packages/core/dist; cp packages/core/src/index.ts packages/core/dist/index.js ;;
esac
`
/** A fake server. */
const START = `import { appendFileSync } from 'node:fs'
export async function start() {
  appendFileSync('calls', 'served\\n')
  return 0
}
`
const FILES = {
  'pnpm-lock.yaml': 'version: 1\n',
  'packages/core/package.json': '{}',
  'packages/core/src/index.ts': 'one',
  'packages/core/src/index.test.ts': 'one',
  'examples/otel-demo/start.mjs': START,
}

describe('npm start', () => {
  let clone: string

  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'opsgraph-clone-'))
    onTestFinished(() => rmSync(clone, { recursive: true }))
    for (const name of ['package.json', 'scripts', 'docs/cli.md']) {
      cpSync(join(ROOT, name), join(clone, name), { recursive: true })
    }
    for (const [name, text] of Object.entries(FILES)) write(name, text)
    mkdirSync(join(clone, 'bin'))
    writeFileSync(join(clone, 'bin/npx'), NPX, { mode: 0o755 })
  })

  it('should build at the first start only', () => {
    const first = start()
    expect(first).toMatchObject({ status: 0, calls: BUILD })
    expect(first.stderr).toMatch(/^opsgraph: installing and building, because there is no complete build; .*\n/)
    expect(first.stderr).toMatch(/\nopsgraph: installed in \d+ s\nopsgraph: built in \d+ s\n$/)
    expect(start()).toMatchObject({ status: 0, calls: SERVED, stderr: '' })
  })

  it.each<[what: string, change: () => void]>([
    ['a source', () => append('packages/core/src/index.ts')],
    ['a new source', () => write('packages/core/src/new.ts', '')],
    ['the lock file', () => append('pnpm-lock.yaml')],
    ['the package.json of a package', () => append('packages/core/package.json')],
    ['a built file', () => append('packages/core/dist/index.js')],
    ['the removed folder dist', () => remove('packages/core/dist')],
    ['the removed modules', () => remove('node_modules')],
    ['the removed modules of a package', () => remove('packages/core/node_modules')],
    ['what is installed', () => append('node_modules/.pnpm/lock.yaml')],
    ['the version of Node', () => edit(RECORD, (text) => text.replace(process.version, 'v20.0.0'))],
    ['an incomplete record', () => edit(RECORD, () => '{')],
  ])('should build again after a change of %s', (_, change) => {
    start()
    change()
    expect(start().calls).toEqual(BUILD)
    expect(start().calls).toEqual(SERVED)
  })

  it('should not build again after a change of a test', () => {
    start()
    append('packages/core/src/index.test.ts')
    expect(start().calls).toEqual(SERVED)
  })

  it('should name the step that failed, after its output, and try it again', () => {
    start()
    write('packages/core/src/index.ts', 'broken')
    for (const _ of [1, 2]) {
      const { status, calls, stderr } = start()
      expect({ status, calls }).toEqual({ status: 1, calls: BUILD.slice(0, 2) })
      expect(stderr).toMatch(
        /index.ts is broken\nopsgraph: pnpm --filter @opsgraph\/cli... build --no-dts failed: see above\n$/,
      )
    }
    // The last build that succeeded was of these sources, but a failed build may have changed its files.
    write('packages/core/src/index.ts', 'one')
    expect(start().calls).toEqual(BUILD)
  })

  it('should neither install nor build if the port is in use', async () => {
    const server = createServer()
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    for (const answer of [start(['--port', String(port)]), start([`--port=${port}`]), start([], { PORT: `${port}` })]) {
      expect(answer).toMatchObject({ status: 1, calls: [] })
      expect(answer.stderr).toBe(
        `opsgraph: port ${port} on 127.0.0.1 is in use: stop the process that listens there, or use another port, as in npm start -- --port ${port + 1}\n`,
      )
    }
  })

  it('should say that -- is missing before the options, without a build', () => {
    expect(start(['8081'])).toEqual({
      status: 2,
      calls: [],
      stdout: '',
      stderr: 'opsgraph: npm start has no argument 8081: write -- before the options, as in npm start -- --port 8081\n',
    })
  })

  it.each(['--help', '-h'])('should explain its options with %s, without a build', (flag) => {
    const { status, calls, stdout } = start([flag])
    expect({ status, calls }).toEqual({ status: 0, calls: [] })
    expect(stdout).toMatch(/^Usage: npm start -- \[options\]\n/)
    expect(stdout).toMatch(/\n {2}--port <number> +the port to listen on; 0 = any free port \(PORT, default 8080\)\n/)
  })

  it('should look at the address at which the server listens', () => {
    const cases = [
      [{}, {}],
      [{}, { PORT: '', HOST: '' }],
      [{}, { PORT: '9000', HOST: '::1' }],
      [
        { port: '9001', host: '[::1]' },
        { PORT: '9000', HOST: '0.0.0.0' },
      ],
    ] as const
    for (const [flags, env] of cases) {
      const { host, port } = readSettings({ flags, env })
      const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`)
      expect(readAddress(args, env)).toEqual({ host, port })
    }
  })

  // Helpers

  function start(args: readonly string[] = ['--port', '0'], env: NodeJS.ProcessEnv = {}) {
    rmSync(join(clone, 'calls'), { force: true })
    const PATH = [join(clone, 'bin'), process.env.PATH].join(delimiter)
    const options = { cwd: clone, env: { PATH, ...env }, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/workspace.mjs', 'start', ...args], options)
    const calls = existsSync(join(clone, 'calls')) ? readFileSync(join(clone, 'calls'), 'utf8').trim().split('\n') : []
    return { status, stdout, stderr, calls }
  }

  function write(name: string, text: string): void {
    mkdirSync(dirname(join(clone, name)), { recursive: true })
    writeFileSync(join(clone, name), text)
  }

  function append(name: string): void {
    appendFileSync(join(clone, name), '\n')
  }

  function remove(name: string): void {
    rmSync(join(clone, name), { recursive: true })
  }

  function edit(name: string, change: (text: string) => string): void {
    write(name, change(readFileSync(join(clone, name), 'utf8')))
  }
})
