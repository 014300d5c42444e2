import { type Caller, createOpsgraph, type License, type Opsgraph, type Store } from '@opsgraph/core'
import type { StoreParts } from '@opsgraph/core/store'
import type { OpenedStore, StoreHarness } from '@opsgraph/store-contract'
import { ACCEPTING_NOTIFIER } from './accepting-notifier.js'

export const admin: Caller = { user: 'ann', scopes: ['admin'], requestId: 'request-1' }

/** opsgraph on an empty store. The default clock advances by one second at each reading. */
export interface Stage extends OpenedStore {
  readonly opsgraph: Opsgraph
  /** The number of calls of each method of the store, by names such as `relations.neighbors`. */
  readonly calls: ReadonlyMap<string, number>
}

export async function setStage(harness: StoreHarness, license?: License, clock = tickingClock()): Promise<Stage> {
  const opened = await harness.open()
  const calls = new Map<string, number>()
  const opsgraph = createOpsgraph({
    store: counting(opened.store, calls),
    clock,
    secretKey: 'the-secret-of-the-server',
    notifier: ACCEPTING_NOTIFIER,
    ...(license !== undefined && { license }),
  })
  return { ...opened, opsgraph, calls }
}

export function tickingClock(): () => Date {
  let now = Date.UTC(2026, 0, 1)
  return () => {
    now += 1000
    return new Date(now)
  }
}

/** Wraps a store so that calls are counted, including those in transactions and snapshots. */
function counting(store: Store, calls: Map<string, number>): Store {
  return {
    ...countingParts(store, calls),
    transaction: (work) => store.transaction((parts) => work({ ...parts, ...countingParts(parts, calls) })),
    snapshot: (work) => store.snapshot((parts) => work(countingParts(parts, calls))),
    ping: () => store.ping(),
    close: () => store.close(),
  }
}

function countingParts(parts: StoreParts, calls: Map<string, number>): StoreParts {
  // Removes the log, so that walks read the relations from the store and their calls are counted too.
  const { relationLog: _, ...others }: StoreParts & { readonly relationLog?: unknown } = parts
  const isPart = ([, part]: [string, unknown]) => typeof part === 'object'
  const counted = Object.entries(others)
    .filter(isPart)
    .map(([name, part]) => [name, countingPart(name, part, calls)])
  return Object.fromEntries(counted) as StoreParts
}

function countingPart<Part extends object>(name: string, part: Part, calls: Map<string, number>): Part {
  return new Proxy(part, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target)
      if (typeof member !== 'function') return member
      return (...input: readonly unknown[]) => {
        const key = `${name}.${String(property)}`
        calls.set(key, (calls.get(key) ?? 0) + 1)
        return Reflect.apply(member, target, input)
      }
    },
  })
}
