import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { onTestFinished, vi } from 'vitest'

/** The path of the built command. */
export const COMMAND = fileURLToPath(new URL('../dist/opsgraph.js', import.meta.url))
/**
 * Turns off the optimizing WebAssembly compiler. The process lives only a few seconds, so compiling would cost more CPU
 * time than the faster code saves.
 */
const SHORT_LIVED = ['--liftoff-only']
/**
 * Milliseconds to wait until a server listens: an embedded database takes seconds to start, and longer on a busy
 * machine.
 */
const START_TIMEOUT = 60_000

type Variables = Readonly<Record<string, string>>

/** Runs the built command as a process, which is killed when the test ends. */
export class CommandProcess {
  readonly #child
  /** Resolves when the process ends: to the exit status or signal, and to the whole output. */
  readonly ended: Promise<{ end: number | NodeJS.Signals | null; stdout: string; stderr: string }>
  #stdout = ''
  #stderr = ''

  /** @param input the text for standard input; default: empty */
  constructor(args: readonly string[], env: Variables = {}, input?: string) {
    if (!existsSync(COMMAND)) throw new Error(`${COMMAND} is missing: run "pnpm build" before these tests`)
    const child = spawn(process.execPath, [...SHORT_LIVED, COMMAND, ...args], {
      env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.on('error', () => undefined).end(input)
    child.stdout.setEncoding('utf8').on('data', (text) => {
      this.#stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      this.#stderr += text
    })
    this.ended = new Promise((resolve) =>
      child.once('close', (status, signal) =>
        resolve({ end: status ?? signal, stdout: this.#stdout, stderr: this.#stderr }),
      ),
    )
    this.#child = child
    onTestFinished(() => void child.kill('SIGKILL'))
  }

  /** The process id. */
  get pid(): number {
    return this.#child.pid ?? Number.NaN
  }

  /** The complete lines that the process has printed to stdout so far. */
  get lines(): readonly string[] {
    return this.#stdout.split('\n').slice(0, -1)
  }

  /** Waits until the server listens, and returns its URL. */
  async url(): Promise<string> {
    const find = () => /^opsgraph listening on (\S+)\n/m.exec(this.#stdout)?.[1]
    const ended = this.ended.then(({ end, stderr }) => {
      throw new Error(`ended with ${end} before it listened: ${stderr}`)
    })
    return await Promise.race([vi.waitUntil(find, { timeout: START_TIMEOUT, interval: 10 }), ended])
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Closes the reading end of stdout, as a pipe does when the next program ends. */
  closeOutput(): void {
    this.#child.stdout.destroy()
  }
}

/** Starts `opsgraph serve` as a process, on a free port of this machine. */
export function serve(args: readonly string[], env: Variables = {}): CommandProcess {
  return new CommandProcess(['serve', '--port', '0', ...args], env)
}

/** Runs a command until it ends. */
export async function run(args: readonly string[], env: Variables = {}, input?: string) {
  return await new CommandProcess(args, env, input).ended
}

/** Sends a JSON request with an API key. The type `Answer` of the body is not checked. */
export async function call<Answer = unknown>(url: string, key: string, body?: unknown) {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Key ${key}`, 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}
