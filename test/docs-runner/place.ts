import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { findFreePort } from '../free-port.js'
import { ROOT } from './block.js'
import { findPostgresPrograms, type PageDatabase } from './postgres.js'
import type { Stage } from './stages.js'

/** The connection strings that documents show. */
const SHOWN_DATABASE = {
  url: 'postgres://opsgraph:secret@db.example.org:5432/opsgraph',
  admin: 'postgres://postgres:secret@db.example.org:5432/postgres',
} as const
const NOWHERE: PageDatabase = { url: 'postgres://nowhere', admin: 'postgres://nowhere' }
/** The example values in documents. They are replaced by real values when a test runs a document. */
const SHOWN = {
  key: /6d1jfjuZ7P21JzBSpTAKpVHwCTi7ixtr|(?<=(?:OPSGRAPH|ADMIN)_KEY=)\.\.\.|the-key-that-was-printed/g,
  url: /https:\/\/opsgraph\.example\.org/g,
  everywhere: /(?<=--host )0\.0\.0\.0/g,
  ports: [8080, 8090],
} as const

/** The programs on the PATH of a user who has installed opsgraph, as shell scripts. */
const PROGRAMS = {
  opsgraph: `exec "${process.execPath}" "${join(ROOT, 'packages/cli/dist/opsgraph.js')}" "$@"`,
  // `--fail-with-body` makes a refused request fail the test, unless the document expects the refusal.
  curl: 'PATH="$(echo "$PATH" | cut -d: -f2-)" exec curl --fail-with-body --show-error --max-time 30 "$@"',
  // `npm start` only starts the demo, because installation and build are already done.
  npm: [
    'case "$1" in',
    'start) shift; [ "$1" != -- ] || shift',
    `exec "${process.execPath}" -e "import('${ROOT}examples/otel-demo/start.mjs').then(({ start }) => start(process.argv.slice(1)))" -- "$@" ;;`,
    '*) echo "npm $*: not here" >&2; exit 1 ;;',
    'esac',
  ].join('\n'),
}

/** The folders of the repository that commands in documents use. */
const CLONED = ['packages', 'examples']

const MODULES = {
  '@opsgraph': 'examples/packages/node_modules/@opsgraph',
  '@types/express': 'packages/http/node_modules/@types/express',
  '@types/node': 'node_modules/@types/node',
  express: 'packages/http/node_modules/express',
  vitest: 'node_modules/vitest',
}

/** The working folder in which a page is run, and the programs that a reader of this page has installed. */
export class Place {
  readonly #work = mkdtempSync(join(tmpdir(), 'opsgraph-docs-'))
  readonly folder = join(this.#work, 'page')
  /** The API key of the server that the page uses. */
  key = 'key-of-the-reader-of-a-document'

  private constructor(
    readonly ports: readonly number[],
    readonly database: PageDatabase,
    private readonly isClone: boolean,
  ) {
    const { opsgraph, ...others } = PROGRAMS
    for (const [name, line] of Object.entries(isClone ? others : PROGRAMS)) this.#program(name, line)
    linkModules(this.folder)
    for (const name of isClone ? CLONED : []) symlinkSync(join(ROOT, name), join(this.folder, name))
  }

  /** @param database an empty database */
  static async make(database: PageDatabase = NOWHERE, { clone, quickStart }: Stage = {}): Promise<Place> {
    return new Place(await Promise.all(SHOWN.ports.map(findFreePort)), database, clone === true || quickStart === true)
  }

  get url(): string {
    return `http://127.0.0.1:${this.ports[0]}`
  }

  get env(): Record<string, string> {
    const path = [join(this.#work, 'bin'), findPostgresPrograms(), process.env.PATH].filter(
      (part) => part !== undefined,
    )
    return {
      ...{ PATH: path.join(delimiter), HOME: this.#work, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      ...{ PORT: String(this.ports[0]), LOG_LEVEL: 'warn' },
      // A reader of the quick start has no variable `KEY` yet. The other pages say that it is an API key.
      ...(this.isClone ? {} : { KEY: this.key }),
    }
  }

  /** Replaces the example values of a document by real values. */
  here(text: string): string {
    return replacePorts(text, SHOWN.ports, this.ports)
      .replace(SHOWN.key, this.key)
      .replace(SHOWN.url, this.url)
      .replace(SHOWN.everywhere, '127.0.0.1')
      .replaceAll(SHOWN_DATABASE.url, this.database.url)
      .replaceAll(SHOWN_DATABASE.admin, this.database.admin)
  }

  /** Replaces real values in an output by the example values of documents. */
  shown(text: string): string {
    return replacePorts(text, this.ports, SHOWN.ports)
      .replaceAll(this.folder, '/home/you')
      .replaceAll(this.database.url, SHOWN_DATABASE.url)
  }

  /** Copies a file or folder of the repository into the working folder. */
  bring(from: string, to: string): void {
    cpSync(join(ROOT, from), join(this.folder, to), { recursive: true })
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true })
    writeFileSync(join(this.folder, name), text)
  }

  remove(): void {
    rmSync(this.#work, { recursive: true, force: true })
  }

  #program(name: string, line: string): void {
    const bin = join(this.#work, 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`)
    chmodSync(join(bin, name), 0o755)
  }
}

/**
 * Replaces all ports in one pass, so that no port is replaced twice. The same digits within an id are not a port, and
 * are not replaced.
 */
function replacePorts(text: string, ports: readonly number[], others: readonly number[]): string {
  const pattern = new RegExp(`(?<!\\w)(?:${ports.join('|')})(?!\\w)`, 'g')
  return text.replace(pattern, (port) => String(others[ports.indexOf(Number(port))]))
}

/** Links the packages into the folder of a program, as if its author had installed them. */
export function linkModules(folder: string): void {
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
  for (const [name, target] of Object.entries(MODULES))
    symlinkSync(join(ROOT, target), join(folder, 'node_modules', name))
}
