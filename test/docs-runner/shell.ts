import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Milliseconds that one block may take on a busy machine. */
const PATIENCE = 120_000

export interface Ran {
  /** stdout and stderr together. */
  readonly output: string
  /** The exit statuses other than 0, in the order of the commands. */
  readonly failed: readonly number[]
}

/**
 * A terminal: a bash process that keeps its folder and variables between blocks, and continues after a failed command.
 */
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
    // As in an interactive terminal, where aliases work.
    this.#bash.stdin?.write("shopt -s expand_aliases; set -o pipefail; trap 'failed+=($?)' ERR\n")
  }

  async run(script: string): Promise<Ran> {
    const name = this.start(script)
    await this.#until(() => this.#said.includes(`${name} ends\n`), name)
    const failed = readFileSync(`${name}.failed`, 'utf8').trim()
    return { output: readFileSync(`${name}.out`, 'utf8'), failed: failed === '' ? [] : failed.split(' ').map(Number) }
  }

  /** Runs a command that does not end, until it has printed `sign`; returns its stdout until then. */
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

  /** Sends a signal to all its processes, like Ctrl-C for SIGTERM, and waits for their end. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
    const group = -(this.#bash.pid ?? 0)
    this.#kill(group, signal)
    for (const since = Date.now(); this.#kill(group, 0); await setTimeout(10)) {
      if (Date.now() - since > PATIENCE) throw new Error('a server does not end')
    }
    rmSync(this.#notes, { recursive: true, force: true })
  }

  /** Whether a process received the signal. */
  #kill(group: number, signal: NodeJS.Signals | 0): boolean {
    try {
      return process.kill(group, signal)
    } catch {
      return false
    }
  }

  private start(script: string, stderr = '2>&1'): string {
    const name = join(this.#notes, String(++this.#count))
    // `true` resets the status, so that a failure of the last command is recorded only once.
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
