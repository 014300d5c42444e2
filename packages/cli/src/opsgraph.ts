#!/usr/bin/env node
import { constants } from 'node:os'
import { failureOf } from './failure.js'
import { openStore } from './open-store.js'
import { processTerminal } from './process-terminal.js'
import { createProgram } from './program.js'
import { StandardOutput } from './standard-output.js'

/** Put in by the build, from package.json. */
declare const OPSGRAPH_VERSION: string

/**
 * One Ctrl-C can arrive twice, from the terminal and through npx: only later ones are impatience. Milliseconds; short,
 * so that a person who presses twice is heard.
 */
const SAME_SIGNAL_WITHIN = 100

const stop = new AbortController()
let askedAt = 0
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const impatient = stop.signal.aborted && Date.now() - askedAt > SAME_SIGNAL_WITHIN
    if (impatient) process.exit(128 + constants.signals[signal])
    if (!stop.signal.aborted) askedAt = Date.now()
    stop.abort()
  })
}
const output = new StandardOutput(process.stdout)
// Whoever read it may have gone; the command goes on.
process.stderr.on('error', () => undefined)

const program = createProgram({
  version: OPSGRAPH_VERSION,
  env: process.env,
  clock: () => new Date(),
  openStore,
  print: (line) => output.print(line),
  note: (line) => process.stderr.write(`${line}\n`),
  stop: stop.signal,
  exit: (status) => {
    process.exitCode = status
  },
  terminal: processTerminal(output, stop.signal),
})

function fail(error: unknown): void {
  const { status, message } = failureOf(error)
  if (message !== undefined) process.stderr.write(`opsgraph: ${message}\n`)
  process.exitCode = status
}

// Lost output is known only after the last write. A server goes on without a reader, and ends well if it is stopped.
process.on('exit', (status) => {
  if (status === 0 && output.fault !== undefined && !stop.signal.aborted) fail(output.fault)
})

try {
  await program.parseAsync()
} catch (error) {
  fail(error)
}
// A database that was still being opened would keep the process.
if (stop.signal.aborted) process.exit()
