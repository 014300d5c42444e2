import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** How long one block may take on a busy machine. Milliseconds. */
const PATIENCE = 120_000

export interface Ran {
  /** stdout and stderr, as a person sees them. */
  readonly output: string
  /** The exit statuses other than 0, in the order of the commands. */
  readonly failed: readonly number[]
}

/** A terminal: bash that keeps its folder and variables from one block to the next, and goes on after a failing command. */
export class Shell {
  readonly #bash: ChildProcess
  readonly #notes = mkdtempSync(join(tmpdir(), 'opsgraph-docs-shell-'))
  #count = 0
  #said = ''
  #heard: () => void = () => undefined

  constructor(cwd: string, env: Readonly<Record<string, string>>) {
    this.#bash = spawn('bash', ['--noprofile', '--norc'], {
      ...{ cwd, env, detached: true },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#bash.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text
      this.#heard()
    })
    this.#bash.stdin?.on('error', () => undefined)
    // As in a terminal of a person, where an alias is a command.
    this.#bash.stdin?.write("shopt -s expand_aliases; set -o pipefail; trap 'failed+=($?)' ERR\n")
  }

  async run(script: string): Promise<Ran> {
    const name = this.start(script)
    await this.#until(() => this.#said.includes(`${name} ends\n`), name)
    const failed = readFileSync(`${name}.failed`, 'utf8').trim()
    return { output: readFileSync(`${name}.out`, 'utf8'), failed: failed === '' ? [] : failed.split(' ').map(Number) }
  }

  /** Runs what does not end by itself, until it has printed `sign`; answers what it had printed on stdout by then. */
  async runUntil(script: string, sign: string): Promise<string> {
    const name = this.start(script, '2>/dev/null')
    const printed = () => readFileSync(`${name}.out`, { encoding: 'utf8', flag: 'a+' })
    const timer = setInterval(() => this.#heard(), 20)
    try {
      await this.#until(() => printed().includes(sign) || this.#said.includes(`${name} ends\n`), name)
    } finally {
      clearInterval(timer)
    }
    return printed()
  }

  /** Ends everything that was started in it, as Ctrl-C does with SIGTERM: waits until it has ended. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
    const group = -(this.#bash.pid ?? 0)
    this.#kill(group, signal)
    for (const since = Date.now(); this.#kill(group, 0); await setTimeout(10)) {
      if (Date.now() - since > PATIENCE) throw new Error('a server does not end')
    }
    rmSync(this.#notes, { recursive: true, force: true })
  }

  /** Whether there was somebody to hear it. */
  #kill(group: number, signal: NodeJS.Signals | 0): boolean {
    try {
      return process.kill(group, signal)
    } catch {
      return false
    }
  }

  private start(script: string, stderr = '2>&1'): string {
    const name = join(this.#notes, String(++this.#count))
    // The last line ends well, so that the status of the last command counts once.
    writeFileSync(`${name}.sh`, `${script}\ntrue\n`)
    this.#bash.stdin?.write(
      `failed=(); . ${name}.sh </dev/null >${name}.out ${stderr}; echo "\${failed[*]}" >${name}.failed; echo "${name} ends"\n`,
    )
    return name
  }

  async #until(isDone: () => boolean, name: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const tell = (what: string) =>
        reject(new Error(`${what}; printed until then:\n${readFileSync(`${name}.out`, 'utf8')}`))
      const timer = globalThis.setTimeout(() => tell(`it takes longer than ${PATIENCE} ms`), PATIENCE)
      const gone = () => tell('the shell has ended')
      this.#bash.once('exit', gone)
      this.#heard = () => {
        if (!isDone()) return
        clearTimeout(timer)
        this.#bash.off('exit', gone)
        resolve()
      }
      this.#heard()
    })
  }
}
