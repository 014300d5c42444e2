#!/usr/bin/env node
import { constants } from 'node:os'
import { failureOf } from './failure.js'
import { openStore } from './open-store.js'
import { processTerminal } from './process-terminal.js'
import { createProgram } from './program.js'

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
// Whoever read the output may be gone; the server goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const program = createProgram({
  version: OPSGRAPH_VERSION,
  env: process.env,
  clock: () => new Date(),
  openStore,
  print: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
  stop: stop.signal,
  exit: (status) => {
    process.exitCode = status
  },
  terminal: processTerminal(stop.signal),
})

try {
  await program.parseAsync()
} catch (error) {
  const { status, message } = failureOf(error)
  if (message !== undefined) process.stderr.write(`opsgraph: ${message}\n`)
  process.exitCode = status
}
// A database that was still being opened would keep the process.
if (stop.signal.aborted) process.exit()
