import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Time limit of one block on a busy machine, in milliseconds. */
const PATIENCE = 120_000

export interface Ran {
  /** stdout and stderr together. */
  readonly output: string
  /**
   * The exit statuses of failed commands, in the order of the commands. A pipeline has the status of its last command.
   */
  readonly failed: readonly number[]
}

/**
 * A terminal: a process of `sh` that keeps its folder and its variables between blocks. It continues after a failed
 * command. On Debian and Ubuntu, `sh` is dash, so a block that only bash understands fails.
 */
export class Shell {
  readonly #sh: ChildProcess
  readonly #notes = mkdtempSync(join(tmpdir(), 'opsgraph-docs-shell-'))
  #count = 0
  #said = ''
  #heard: () => void = () => undefined

  constructor(cwd: string, env: Readonly<Record<string, string>>) {
    this.#sh = spawn('sh', [], { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
    this.#sh.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text
      this.#heard()
    })
    this.#sh.stdin?.on('error', () => undefined)
  }

  async run(script: string): Promise<Ran> {
    const name = this.start(script)
    await this.#until(() => this.#said.includes(`${name} ends\n`), name)
    const statuses = readFileSync(`${name}.statuses`, 'utf8').split('\n').map(Number)
    return { output: readFileSync(`${name}.out`, 'utf8'), failed: statuses.filter((status) => status !== 0) }
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
    const group = -(this.#sh.pid ?? 0)
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
    const commands = splitCommands(script).map((command, index) => {
      const file = `${name}.${index}.sh`
      writeFileSync(file, command)
      return `. ${file}; echo $? >>${name}.statuses\n`
    })
    writeFileSync(`${name}.sh`, commands.join(''))
    this.#sh.stdin?.write(`. ${name}.sh </dev/null >${name}.out ${stderr}; echo "${name} ends"\n`)
    return name
  }

  async #until(isDone: () => boolean, name: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const tell = (what: string) =>
        reject(new Error(`${what}; printed until then:\n${readFileSync(`${name}.out`, 'utf8')}`))
      const timer = globalThis.setTimeout(() => tell(`it takes longer than ${PATIENCE} ms`), PATIENCE)
      const gone = () => tell('the shell has ended')
      this.#sh.once('exit', gone)
      this.#heard = () => {
        if (!isDone()) return
        clearTimeout(timer)
        this.#sh.off('exit', gone)
        resolve()
      }
      this.#heard()
    })
  }
}

/** Splits a script into commands, as a terminal reads them: a command ends at the first line that makes it complete. */
export function splitCommands(script: string): readonly string[] {
  const commands: string[] = []
  let begun = ''
  for (const line of script.split('\n')) {
    begun += `${line}\n`
    if (/^(?:\s*(?:#.*)?\n)*$/.test(begun) || /\\\n$/.test(begun) || !isComplete(begun)) continue
    commands.push(begun)
    begun = ''
  }
  return begun.trim() === '' ? commands : [...commands, begun]
}

function isComplete(command: string): boolean {
  return spawnSync('sh', ['-n'], { input: command, stdio: ['pipe', 'ignore', 'ignore'] }).status === 0
}
