import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { onTestFinished, vi } from 'vitest'

/** The built command. */
export const COMMAND = fileURLToPath(new URL('../dist/opsgraph.js', import.meta.url))
/** To compile the embedded database a second time, so that it runs faster, is not worth it for a few seconds. */
const SHORT_LIVED = ['--liftoff-only']
/** An embedded database takes seconds to start, more on a busy machine. Milliseconds. */
const PATIENCE = 60_000

type Variables = Readonly<Record<string, string>>

/** The built command as a process of its own; ends with the test at the latest. */
export class CommandProcess {
  readonly #child
  /** Everything that was said, and how it ended: the exit status, or the signal. */
  readonly ended: Promise<{ end: number | NodeJS.Signals | null; stdout: string; stderr: string }>
  #stdout = ''
  #stderr = ''

  /** @param input what is piped into it; nothing unless given */
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

  /** Of the operating system. */
  get pid(): number {
    return this.#child.pid ?? Number.NaN
  }

  /** The complete lines on stdout so far. */
  get lines(): readonly string[] {
    return this.#stdout.split('\n').slice(0, -1)
  }

  /** Where the server listens, once it does. */
  async url(): Promise<string> {
    const find = () => /^opsgraph listening on (\S+)\n/m.exec(this.#stdout)?.[1]
    const ended = this.ended.then(({ end, stderr }) => {
      throw new Error(`ended with ${end} before it listened: ${stderr}`)
    })
    return await Promise.race([vi.waitUntil(find, { timeout: PATIENCE, interval: 10 }), ended])
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Closes the reading end of stdout, as a pipe to a program that has ended. */
  hangUp(): void {
    this.#child.stdout.destroy()
  }
}

/** Starts `opsgraph serve` on a free port of this machine. */
export function serve(args: readonly string[], env: Variables = {}): CommandProcess {
  return new CommandProcess(['serve', '--port', '0', ...args], env)
}

/** Runs a command that ends by itself. */
export async function run(args: readonly string[], env: Variables = {}, input?: string) {
  return await new CommandProcess(args, env, input).ended
}

/** A request with a key; JSON both ways. `Answer` is what the test takes the answer for. */
export async function call<Answer = unknown>(url: string, key: string, body?: unknown) {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Key ${key}`, 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}
