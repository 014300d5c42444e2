import { createInterface } from 'node:readline/promises'
import { addAbortSignal } from 'node:stream'
import type { Terminal } from './ports.js'
import type { StandardOutput } from './standard-output.js'

/** The standard streams of this process. */
export function processTerminal(output: StandardOutput, stop: AbortSignal): Terminal {
  const { stdin, stdout, stderr, env } = process
  let current = ''
  return {
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    // The environment variable NO_COLOR is explained at https://no-color.org
    isColored: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
    write: (text) => output.write(text),
    read: () => addAbortSignal(stop, stdin),
    progress: (text) => {
      if (stderr.isTTY && text !== current) stderr.write(`\r\x1b[K${text.slice(0, (stderr.columns || 80) - 1)}`)
      current = text
    },
    ask: async (question) => await ask(question, stop),
  }
}

/**
 * Asks a question without the line editor of Node. The line editor would handle Ctrl-C itself, and the process would
 * get no signal.
 */
async function ask(question: string, stop: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
    return await Promise.race([lines.question(question, { signal: stop }).catch(() => ''), ended])
  } finally {
    lines.close()
  }
}
