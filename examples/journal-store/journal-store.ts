import type { Store } from '@opsgraph/core'
import type { StoreParts, StoreTransaction } from '@opsgraph/core/store'
import { MemoryStore } from '@opsgraph/store-memory'
import { Journal } from './journal.js'

/** The names of the parts of a store that write. The other parts only read what these have written. */
type PartName = Exclude<keyof StoreParts, 'policyRevision' | 'resources'>

/**
 * The methods that write, by part of the store. Their arguments include times and ids, so that repeating the same calls
 * produces the same state.
 */
const WRITES: { readonly [Name in PartName]: readonly (keyof StoreParts[Name])[] } = {
  relations: ['upsert', 'keepClaims', 'withdraw', 'delete', 'deleteOf'],
  redundancyRules: ['save', 'delete'],
  aliases: ['save', 'delete'],
  heartbeats: ['add', 'save', 'delete', 'miss'],
  subscriptions: ['save', 'delete', 'saveOwed', 'forget', 'addDeliveries', 'saveProgress'],
  topologies: ['save', 'keepTrees', 'delete'],
  alerts: ['save', 'takeOut', 'delete', 'deleteEnded'],
  serviceHistory: ['append', 'deleteOld'],
  catalog: ['save', 'delete'],
  weightPolicies: ['save', 'delete', 'release'],
  relationPolicies: ['save', 'delete'],
  alertPolicies: ['save', 'delete'],
  maintenance: ['save', 'delete'],
  webhooks: ['add', 'save', 'delete', 'record', 'waitFrom', 'silence', 'remember', 'forget'],
  apiKeys: ['add', 'update', 'touch', 'delete'],
  audit: ['append', 'deleteOld'],
}
const NAMES = Object.keys(WRITES) as PartName[]

/** A call of a method that writes, as it is recorded in the journal. */
type Call = readonly [part: PartName, method: string, args: readonly unknown[]]

/**
 * Keeps all data in memory, and writes a journal to a file. Each line of the file contains the write calls of one
 * transaction. Opening the file repeats these calls. Use it only in one process, and for data that fits into memory.
 */
export class JournalStore implements Store {
  declare readonly relations: Store['relations']
  declare readonly redundancyRules: Store['redundancyRules']
  declare readonly aliases: Store['aliases']
  declare readonly heartbeats: Store['heartbeats']
  declare readonly subscriptions: Store['subscriptions']
  declare readonly topologies: Store['topologies']
  declare readonly alerts: Store['alerts']
  declare readonly serviceHistory: Store['serviceHistory']
  declare readonly catalog: Store['catalog']
  declare readonly weightPolicies: Store['weightPolicies']
  declare readonly relationPolicies: Store['relationPolicies']
  declare readonly alertPolicies: Store['alertPolicies']
  declare readonly maintenance: Store['maintenance']
  declare readonly webhooks: Store['webhooks']
  declare readonly apiKeys: Store['apiKeys']
  declare readonly audit: Store['audit']
  readonly policyRevision: Store['policyRevision']
  readonly resources: Store['resources']
  readonly #memory: MemoryStore
  readonly #journal: Journal

  private constructor(memory: MemoryStore, journal: Journal) {
    this.#memory = memory
    this.#journal = journal
    this.policyRevision = memory.policyRevision
    this.resources = memory.resources
    // A write outside of a transaction runs in its own transaction.
    const alone = (...[part, method, args]: Call) => this.transaction((parts) => perform(parts, [part, method, args]))
    Object.assign(this, intercepted(memory, alone))
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
      const result = await work({ ...parts, ...intercepted(parts, recording) })
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
function intercepted(parts: StoreParts, write: (...call: Call) => Promise<unknown>): Pick<StoreParts, PartName> {
  const wrapped = NAMES.map((name) => {
    const writes: readonly PropertyKey[] = WRITES[name]
    const get = (part: StoreParts[PartName], method: string) => {
      if (writes.includes(method)) return (...args: readonly unknown[]) => write(name, method, args)
      // A store may lack optional methods.
      return Reflect.has(part, method) ? methodOf(part, method) : undefined
    }
    return [name, new Proxy(parts[name], { get: (part, method) => get(part, String(method)) })]
  })
  return Object.fromEntries(wrapped)
}

async function perform(parts: StoreParts, [part, method, args]: Call): Promise<never> {
  return await methodOf(parts[part], method)(...args)
}

function methodOf(part: StoreParts[PartName], name: string): (...args: readonly unknown[]) => Promise<never> {
  return Reflect.get(part, name).bind(part)
}
