#!/usr/bin/env node
import { constants } from 'node:os'
import { toFailure } from './failure.js'
import { openStore } from './open-store.js'
import { createProgram } from './program.js'
import { createTerminal, StandardOutput } from './standard-streams.js'

/** The build inserts the version from package.json. */
declare const OPSGRAPH_VERSION: string

/**
 * A second signal within this many milliseconds is ignored, because one Ctrl-C can send two signals: one from the
 * terminal and one through npx. Nobody can press Ctrl-C twice in so short a time, so a second Ctrl-C still ends the
 * process immediately.
 */
const SAME_SIGNAL_MILLISECONDS = 100

// Only this user may read what a command writes (rules.md#files-and-their-modes).
process.umask(0o077)

const stop = new AbortController()
let firstSignalAt = 0
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const isSecond = stop.signal.aborted && Date.now() - firstSignalAt > SAME_SIGNAL_MILLISECONDS
    if (isSecond) process.exit(128 + constants.signals[signal])
    if (!stop.signal.aborted) firstSignalAt = Date.now()
    stop.abort()
  })
}
const output = new StandardOutput(process.stdout)
// If the program that reads stderr closes the pipe, the command continues without messages. Without this listener, the
// process would crash.
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
  terminal: createTerminal(output, stop.signal),
})

function fail(error: unknown): void {
  const { status, message } = toFailure(error)
  if (message !== undefined) process.stderr.write(`opsgraph: ${message}\n`)
  process.exitCode = status
}

// If some output was lost, the command fails, but only when it ends: a server whose stdout is closed continues to run.
// After a stop signal, lost output does not count as a failure.
process.on('exit', (status) => {
  if (status === 0 && output.fault !== undefined && !stop.signal.aborted) fail(output.fault)
})

try {
  await program.parseAsync()
} catch (error) {
  fail(error)
}
// After a stop signal, the process exits immediately. Otherwise a store that is still being opened would keep the
// process alive.
if (stop.signal.aborted) process.exit()
