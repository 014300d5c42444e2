import { openSync, readSync } from 'node:fs'

/** The CPU time of the main thread, in ticks of the kernel. Only Linux has this file. */
const STAT = openSync(`/proc/self/task/${process.pid}/stat`, 'r')
/** Milliseconds per tick. */
const TICK = 10
const buffer = Buffer.alloc(1_024)

/**
 * Measures for how long the event loop of this process is blocked. A timer of one millisecond runs once in each turn of
 * the loop, so a computation that blocks the loop lies between two calls of the timer.
 *
 * The length of a turn is the smaller one of two times between two calls of the timer: the clock time, and the CPU time
 * of the main thread, which is exact to 10 ms. If other processes use the processors, only the clock time grows.
 */
export class Turns {
  #longest = 0
  #cpu = readCpuTime()
  #time = performance.now()

  constructor() {
    setInterval(() => this.#turn(), 1)
  }

  /** Returns the length of the longest turn since the last call of this method, in milliseconds. */
  take() {
    const longest = this.#longest
    this.#longest = 0
    return longest
  }

  #turn() {
    const time = performance.now()
    const cpu = readCpuTime()
    this.#longest = Math.max(this.#longest, Math.min(cpu - this.#cpu + TICK, time - this.#time))
    this.#cpu = cpu
    this.#time = time
  }
}

function readCpuTime() {
  const length = readSync(STAT, buffer, 0, buffer.length, 0)
  // The name of the command, in parentheses, may contain spaces. User and system time are 12 and 13 fields after it.
  const fields = buffer.toString('latin1', 0, length).split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK
}
