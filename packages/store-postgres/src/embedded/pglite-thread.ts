import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { PLANNING_SETTINGS_SQL } from '../sql/database.js'

/** A running embedded database, in this thread or in another thread. */
export interface EmbeddedInstance extends Pick<PGlite, 'execProtocolRaw' | 'close' | 'closed'> {
  /** Frees the resources of an instance that has failed and cannot be closed. */
  readonly abandon?: () => Promise<unknown>
}

/**
 * An embedded database in its own thread. PGlite runs each statement without a pause. In the thread of the server, a
 * statement of a second would delay all requests by a second.
 */
export class PgliteThread implements EmbeddedInstance {
  readonly #worker: Worker
  #isClosed = false
  /**
   * The functions that settle the answers to the sent messages, the oldest message first. The thread answers in this
   * order.
   */
  readonly #waiting: ((answer: ThreadAnswer) => void)[] = []

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (answer: ThreadAnswer) => this.#waiting.shift()?.(answer))
    worker.on('error', (error) => this.#end(error))
    worker.on('exit', () => this.#end(new Error(THREAD_ENDED_MESSAGE)))
  }

  /**
   * @param dataDir the directory of the database; `undefined` = a database in memory
   * @param isNew whether the database in the directory must still be created
   */
  static async open(dataDir: string | undefined, isNew: boolean): Promise<PgliteThread> {
    const module = createRequire(import.meta.url).resolve('@electric-sql/pglite')
    const workerData = { module, dataDir, isNew, planning: PLANNING_SETTINGS_SQL }
    const thread = new PgliteThread(new Worker(THREAD_PROGRAM, { eval: true, execArgv: [], workerData }))
    try {
      await thread.#answer()
      return thread
    } catch (error) {
      await thread.abandon()
      throw error
    }
  }

  get closed(): boolean {
    return this.#isClosed
  }

  async execProtocolRaw(bytes: Uint8Array): Promise<Uint8Array> {
    return await this.#ask(bytes)
  }

  async close(): Promise<void> {
    await this.#ask(CLOSE_MESSAGE)
    await this.abandon()
  }

  readonly abandon = (): Promise<unknown> => {
    this.#isClosed = true
    return this.#worker.terminate()
  }

  async #ask(message: Uint8Array | typeof CLOSE_MESSAGE): Promise<Uint8Array> {
    if (this.#isClosed) throw new Error(THREAD_ENDED_MESSAGE)
    this.#worker.postMessage(message)
    return await this.#answer()
  }

  /** Waits for the answer to the last message. While nobody waits, the thread does not keep the process alive. */
  async #answer(): Promise<Uint8Array> {
    this.#worker.ref()
    const answer = await new Promise<ThreadAnswer>((resolve) => this.#waiting.push(resolve))
    if (this.#waiting.length === 0) this.#worker.unref()
    if ('error' in answer) throw answer.error
    return answer.bytes
  }

  #end(error: Error): void {
    this.#isClosed = true
    for (const settle of this.#waiting.splice(0)) settle({ error })
  }
}

type ThreadAnswer = { readonly bytes: Uint8Array } | { readonly error: Error }

/** The message that closes the database. */
const CLOSE_MESSAGE = 'close'
const THREAD_ENDED_MESSAGE = 'the thread of the database has ended'

/**
 * The program of the thread. It is a text, because a worker can load neither the TypeScript sources nor a file that a
 * bundler has moved. The answers to opening and to closing have no bytes.
 *
 * To create a directory, `initdb` needs 430 MiB of memory, and an instance keeps this memory for as long as it is open.
 * So the instance that creates the database is closed, and another one opens it.
 */
const THREAD_PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { module, dataDir, isNew, planning } = workerData
  const { PGlite } = require(module)
  let pglite
  const open = async () => {
    if (isNew) await (await PGlite.create({ dataDir })).close()
    pglite = await PGlite.create({ dataDir })
    await pglite.exec(planning)
  }
  const answering = (work) =>
    work().then(
      (answer = []) => {
        const bytes = new Uint8Array(answer)
        parentPort.postMessage({ bytes }, [bytes.buffer])
      },
      (error) => parentPort.postMessage({ error }),
    )
  parentPort.on('message', (message) =>
    answering(() => (message === '${CLOSE_MESSAGE}' ? pglite.close() : pglite.execProtocolRaw(message))),
  )
  answering(open)
`
