import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Time limit of one block on a busy machine, in milliseconds. */
const PATIENCE = 120_000

export interface Ran {
  /** stdout and stderr together. */
  readonly output: string
  /** The exit statuses of failed commands, in the order of the commands. */
  readonly failed: readonly number[]
}

/**
 * A terminal: a bash process that keeps its folder and its variables between blocks. It continues after a failed
 * command.
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
    // Enables aliases, as in an interactive terminal, and records the exit status of each failed command.
    this.#bash.stdin?.write("shopt -s expand_aliases; set -o pipefail; trap 'failed+=($?)' ERR\n")
  }

  async run(script: string): Promise<Ran> {
    const name = this.start(script)
    await this.#until(() => this.#said.includes(`${name} ends\n`), name)
    const failed = readFileSync(`${name}.failed`, 'utf8').trim()
    return { output: readFileSync(`${name}.out`, 'utf8'), failed: failed === '' ? [] : failed.split(' ').map(Number) }
  }

  /** Runs a command that does not end by itself. Returns the text on stdout as soon as it contains `sign`. */
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

  /**
   * Sends a signal to all processes of the terminal, and waits until they end. SIGTERM has the same effect as Ctrl-C.
   */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
    const group = -(this.#bash.pid ?? 0)
    this.#kill(group, signal)
    for (const since = Date.now(); this.#kill(group, 0); await setTimeout(10)) {
      if (Date.now() - since > PATIENCE) throw new Error('a server does not end')
    }
    rmSync(this.#notes, { recursive: true, force: true })
  }

  /** Sends a signal. Returns whether any process received it. */
  #kill(group: number, signal: NodeJS.Signals | 0): boolean {
    try {
      return process.kill(group, signal)
    } catch {
      return false
    }
  }

  private start(script: string, stderr = '2>&1'): string {
    const name = join(this.#notes, String(++this.#count))
    // `true` resets the exit status. Otherwise a failure of the last command would be recorded twice.
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
