import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALERT_POLICY, readFilter } from '../../packages/core/src/pure.js'
import { type Block, placeOf, ROOT, readPage } from './block.js'
import { buildPrograms, isCode, runProgram } from './code.js'
import { findMissingProgram } from './needs.js'
import { compareJson, compareOutput } from './output.js'
import { Place } from './place.js'
import type { PageDatabase } from './postgres.js'
import { Shell } from './shell.js'
import { STAGES } from './stages.js'

/** The functions of core that read a JSON block, by the value of its attribute `check`. */
const CHECKS: Readonly<Record<string, (value: unknown) => void>> = {
  'alert-policy': ALERT_POLICY.readNew,
  filter: (value) => readFilter(value, 'filter'),
}
const LISTENING = 'opsgraph listening on '

/**
 * Returns the reason why a block is not run in this environment; `undefined` if it is run.
 *
 * @throws Error in CI if a required program is missing
 */
export function explainNotRun({ attributes }: Block): string | undefined {
  const missing = findMissingProgram(attributes.needs?.split(',') ?? [])
  return attributes['not-run'] ?? (missing === undefined ? undefined : `${missing} is not installed here`)
}

/** Runs the blocks of a page in order, and stops at the first block whose result differs from the page. */
export class PageRun {
  readonly #blocks: readonly Block[]
  readonly #programs: ReadonlyMap<Block, string>
  readonly #shell: Shell
  #server: Shell | undefined
  /** The commands that are run at the start of each terminal. */
  #everywhere = ''
  /** The output of the last block. */
  #printed: string | undefined

  private constructor(
    readonly page: string,
    readonly place: Place,
  ) {
    this.#blocks = readPage(page)
    this.#programs = buildPrograms(this.#blocks)
    this.#shell = new Shell(place.folder, place.env)
  }

  /**
   * Runs a page.
   *
   * @throws Error whose message begins with the position of the failing block
   */
  static async of(page: string, database?: PageDatabase): Promise<void> {
    const place = await Place.make(database, STAGES[page])
    const run = new PageRun(page, place)
    try {
      await run.#prepare()
      for (const block of run.#blocks) await run.#take(block)
    } finally {
      await run.#shell.end()
      await run.#server?.end()
      place.remove()
    }
  }

  async #prepare(): Promise<void> {
    const { quickStart = false, server = false, files = {}, before } = STAGES[this.page] ?? {}
    for (const [from, to] of Object.entries(files)) this.place.bring(from, to)
    if (server) {
      const secrets = `ADMIN_KEY=${this.place.key} SECRET_KEY=the-secret-key-of-this-server`
      await this.#serve(`${secrets} opsgraph serve --store memory --base-url ${this.place.url}`)
    }
    if (quickStart) {
      this.place.write('opsgraph-data/admin-key', `${this.place.key}\n`)
      await this.#serve(`ADMIN_KEY=${this.place.key} npm start -- --store memory`)
    }
    if (before === undefined) return
    const { failed, output } = await this.#shell.run(this.place.here(before))
    if (failed.length > 0) throw new Error(`the stage of ${this.page} fails: ${output}`)
  }

  async #take(block: Block): Promise<void> {
    if (explainNotRun(block) !== undefined) {
      this.#printed = undefined
      return
    }
    try {
      await this.#run(block)
    } catch (error) {
      throw new Error(`${placeOf(block)}: ${error instanceof Error ? error.message : error}`)
    }
  }

  async #run(block: Block): Promise<void> {
    const { attributes, language, text } = block
    if (attributes.file !== undefined) return requireInFile(text, attributes.file)
    if (attributes.tested !== undefined) return requireTested(this.page, attributes.tested)
    if (language === 'sh') return await this.#runShell(block)
    if (language === 'console') return await this.#runConsole(block)
    if (attributes.follows !== undefined) await this.#typePrinted()
    if (isCode(block)) {
      this.#printed = await runProgram(this.#programs.get(block) ?? text, block, this.place)
      return
    }
    await this.#takeData(block)
  }

  async #runShell({ text, attributes }: Block): Promise<void> {
    if (attributes.server !== undefined) return await this.#serve(this.place.here(text))
    if (attributes.stopped !== undefined) await this.#stop()
    const { output, failed } = await this.#shell.run(this.place.here(text))
    const wanted = attributes.status?.split(',').map(Number) ?? []
    if (failed.join() !== wanted.join()) {
      throw new Error(`commands end with status ${failed.join(', ') || 0}, not ${wanted.join(', ') || 0}:\n${output}`)
    }
    this.#printed = output
    if (attributes.terminals !== undefined) this.#everywhere += this.place.here(text)
  }

  /** Runs a block that shows a terminal. Lines that begin with `$ ` are commands; the other lines are their output. */
  async #runConsole(block: Block): Promise<void> {
    const lines = block.text.split('\n')
    const typed = lines.filter((line) => line.startsWith('$ ')).map((line) => `${line.slice(2)}\n`)
    await this.#runShell({ ...block, text: typed.join('') })
    this.#compare(lines.filter((line) => !line.startsWith('$ ')).join('\n'))
  }

  /** Runs the first command in the output of the server, which prints commands in indented lines. */
  async #typePrinted(): Promise<void> {
    const command = /^ +(\S.*)$/m.exec(this.#printed ?? '')?.[1]
    if (command === undefined) throw new Error('the server has printed no command')
    this.#printed = (await this.#shell.run(command)).output
  }

  async #takeData({ language, text, attributes }: Block): Promise<void> {
    const { save, body, check } = attributes
    const value: unknown = language === 'json' && (save ?? body ?? check) !== undefined ? JSON.parse(text) : undefined
    if (check !== undefined) CHECKS[check]?.(value)
    if (save !== undefined) this.place.write(save, text)
    if (body !== undefined) await this.#send(body, text)
    if ((save ?? body ?? check) !== undefined) return
    if (language !== 'json' && language !== 'text') {
      throw new Error(
        `what is to be done with ${language || 'a block without a language'}? See test/docs-runner/block.ts`,
      )
    }
    this.#compare(text, language)
  }

  #compare(text: string, language = 'text'): void {
    if (this.#printed === undefined) throw new Error('no block before this one has printed anything')
    const printed = this.place.shown(this.#printed)
    const fault = language === 'json' ? compareJson(text, printed) : compareOutput(text, printed)
    if (fault !== undefined) throw new Error(fault)
  }

  async #send(request: string, body: string): Promise<void> {
    const [method = '', path = ''] = request.split(' ')
    const headers = { Authorization: `Key ${this.place.key}`, 'Content-Type': 'application/json' }
    const answer = await fetch(`${this.place.url}${path}`, { method, headers, body })
    this.#printed = await answer.text()
    if (!answer.ok) throw new Error(`${request} is answered ${answer.status}: ${this.#printed}`)
  }

  async #serve(command: string): Promise<void> {
    await this.#stop()
    this.#server = new Shell(this.place.folder, this.place.env)
    this.#printed = await this.#server.runUntil(`${this.#everywhere}${command}`, LISTENING)
    if (!this.#printed.includes(LISTENING)) throw new Error(`the server does not listen:\n${this.#printed}`)
    this.place.key = /key(?: \(shown only once\))?: (\S+)$/m.exec(this.#printed)?.[1] ?? this.place.key
  }

  async #stop(): Promise<void> {
    await this.#server?.end('SIGTERM')
    this.#server = undefined
  }
}

function requireInFile(text: string, file: string): void {
  if (!readFileSync(join(ROOT, file), 'utf8').includes(text)) throw new Error(`${file} holds something else`)
}

function requireTested(page: string, file: string): void {
  const isNamed = existsSync(join(ROOT, file)) && readFileSync(join(ROOT, file), 'utf8').includes(page)
  if (!isNamed) throw new Error(`${file} does not speak of ${page}`)
}
