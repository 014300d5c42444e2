#!/usr/bin/env node
import { constants } from 'node:os'
import { failureOf } from './failure.js'
import { openStore } from './open-store.js'
import { processTerminal } from './process-terminal.js'
import { createProgram } from './program.js'
import { StandardOutput } from './standard-output.js'

/** Inserted by the build from package.json. */
declare const OPSGRAPH_VERSION: string

/**
 * Milliseconds. One Ctrl-C can arrive twice, from the terminal and through npx; a signal within this time counts as the
 * same. Short, so that a second Ctrl-C of a user ends the process at once.
 */
const SAME_SIGNAL_WITHIN = 100

const stop = new AbortController()
let firstAt = 0
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const isSecond = stop.signal.aborted && Date.now() - firstAt > SAME_SIGNAL_WITHIN
    if (isSecond) process.exit(128 + constants.signals[signal])
    if (!stop.signal.aborted) firstAt = Date.now()
    stop.abort()
  })
}
const output = new StandardOutput(process.stdout)
// A closed stderr must not end the command.
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

// Lost output is known only after the last write. A server without a reader goes on; a stop signal ends it with status
// 0.
process.on('exit', (status) => {
  if (status === 0 && output.fault !== undefined && !stop.signal.aborted) fail(output.fault)
})

try {
  await program.parseAsync()
} catch (error) {
  fail(error)
}
// A database that is still opening would keep the process alive.
if (stop.signal.aborted) process.exit()
