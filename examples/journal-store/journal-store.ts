import type { Store } from '@opsgraph/core'
import type { StoreParts, StoreTransaction } from '@opsgraph/core/store'
import { MemoryStore } from '@opsgraph/store-memory'
import { Journal } from './journal.js'

/**
 * The methods that write, of all parts of the store. Their arguments include times and ids, so that repeating the same
 * calls produces the same state.
 */
const WRITES: ReadonlySet<PropertyKey> = new Set<MethodName>([
  'add',
  'addDeliveries',
  'append',
  'delete',
  'deleteEnded',
  'deleteOf',
  'deleteOld',
  'forget',
  'keepClaims',
  'keepTrees',
  'miss',
  'record',
  'release',
  'remember',
  'save',
  'saveOwed',
  'saveProgress',
  'silence',
  'takeOut',
  'touch',
  'update',
  'upsert',
  'waitFrom',
  'withdraw',
])

type PartName = keyof StoreParts
type MethodName = { [Name in PartName]: keyof StoreParts[Name] }[PartName]

/** A call of a method that writes, as it is recorded in the journal. */
type Call = readonly [part: PartName, method: string, args: readonly unknown[]]

/** A base class that declares the parts of a store as fields. The constructor of the subclass assigns them. */
const HasParts = Object as unknown as new () => StoreParts

/**
 * Keeps all data in memory, and writes a journal to a file. Each line of the file contains the write calls of one
 * transaction. Opening the file repeats these calls. Use it only in one process, and for data that fits into memory.
 */
export class JournalStore extends HasParts implements Store {
  readonly #memory: MemoryStore
  readonly #journal: Journal

  private constructor(memory: MemoryStore, journal: Journal) {
    super()
    this.#memory = memory
    this.#journal = journal
    // A write outside of a transaction runs in its own transaction.
    const alone = (...[part, method, args]: Call) => this.transaction((parts) => perform(parts, [part, method, args]))
    Object.assign(this, interceptWrites(memory, alone))
  }

  static async open(path: string, memory = new MemoryStore()): Promise<JournalStore> {
    const journal = await Journal.open(path, async (line) => {
      const calls: readonly Call[] = JSON.parse(line)
      await memory.transaction(async (parts) => {
        for (const call of calls) await perform(parts, call)
      })
    })
    return new JournalStore(memory, journal)
  }

  transaction<T>(work: (parts: StoreTransaction) => Promise<T>): Promise<T> {
    return this.#memory.transaction(async (parts) => {
      const calls: Call[] = []
      const recording = async (...call: Call) => {
        const answer = await perform(parts, call)
        calls.push(call)
        return answer
      }
      const result = await work({ ...parts, ...interceptWrites(parts, recording) })
      // The journal is written first, and the commit in memory, which follows, cannot fail. So no reader sees data that
      // is not on disk.
      if (calls.length > 0) await this.#journal.append(JSON.stringify(calls))
      return result
    })
  }

  snapshot<T>(work: (parts: StoreParts) => Promise<T>): Promise<T> {
    return this.#memory.snapshot(work)
  }

  ping(): Promise<void> {
    return this.#memory.ping()
  }

  async close(): Promise<void> {
    await this.#memory.close()
    await this.#journal.close()
  }
}

/** Returns the parts of a store with the same methods, but every method that writes calls `write` instead. */
function interceptWrites(parts: StoreParts, write: (...call: Call) => Promise<unknown>): StoreParts {
  const names = Object.keys(parts).filter((name): name is PartName => typeof Reflect.get(parts, name) === 'object')
  const wrapped = names.map((name) => {
    const get = (part: StoreParts[PartName], method: string) => {
      if (WRITES.has(method)) return (...args: readonly unknown[]) => write(name, method, args)
      // A store may lack optional methods.
      return Reflect.has(part, method) ? getMethod(part, method) : undefined
    }
    return [name, new Proxy(parts[name], { get: (part, method) => get(part, String(method)) })]
  })
  return Object.fromEntries(wrapped)
}

async function perform(parts: StoreParts, [part, method, args]: Call): Promise<never> {
  return await getMethod(parts[part], method)(...args)
}

function getMethod(part: StoreParts[PartName], name: string): (...args: readonly unknown[]) => Promise<never> {
  return Reflect.get(part, name).bind(part)
}
