import { appendFile, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpsgraph } from '@opsgraph/core'
import { type OpenedStore, storeContract } from '@opsgraph/store-contract'
import { MemoryStore } from '@opsgraph/store-memory'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Tables } from '../../packages/store-memory/src/tables.js'
import { peekTables } from '../../packages/store-memory/test/peek-tables.js'
import { JournalStore } from './journal-store.js'

let folder = ''
let files = 0
let opened: JournalStore[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'opsgraph-journal-'))
})
afterEach(async () => {
  await Promise.all(opened.map((store) => store.close()))
  opened = []
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const caller = { user: 'me', scopes: ['admin' as const], requestId: null }
const harness = {
  open: async () => {
    const path = nextPath()
    const store = await JournalStore.open(path)
    opened.push(store)
    // Opens a copy of the journal with a memory store whose tables are accessible, and reads these tables. It does not
    // open the journal itself, because opening a journal removes an incomplete last line.
    const peek: OpenedStore['peek'] = async (table) => {
      const [tables, copy] = [new Tables(), nextPath()]
      await copyFile(path, copy)
      await (await JournalStore.open(copy, new MemoryStore(tables))).close()
      return peekTables(tables)[table]()
    }
    return { store, peek }
  },
  // The memory store below passes the property tests at full length (packages/store-memory/test/contract.test.ts).
  propertyFactor: 0.2,
}
storeContract('JournalStore', harness)

describe('JournalStore', () => {
  it('should have its data after it is opened again', async () => {
    const path = nextPath()
    const first = await JournalStore.open(path)
    const secret = await createOpsgraph({ store: first }).ensureAdminKey(caller)
    await first.close()
    const second = await JournalStore.open(path)
    expect(await createOpsgraph({ store: second }).ensureAdminKey(caller)).toBeUndefined()
    expect(await createOpsgraph({ store: second }).authenticate(secret, 'r')).toMatchObject({ user: 'admin' })
    await second.close()
  })

  it('should remove an incomplete last line after a crash, and append after the last complete line', async () => {
    const path = nextPath()
    const relation = { environment: 'Production', resource: 'disk', parent: 'database' }
    const first = await JournalStore.open(path)
    await createOpsgraph({ store: first }).putRelation(caller, relation)
    await first.close()
    const complete = await readFile(path, 'utf8')
    await appendFile(path, '[["relations","up')
    const second = await JournalStore.open(path)
    expect(await readFile(path, 'utf8')).toBe(complete)
    await createOpsgraph({ store: second }).putRelation(caller, { ...relation, parent: 'rack' })
    await second.close()
    const third = await JournalStore.open(path)
    expect((await third.relations.list({ filters: {}, sort: undefined, page: 1, pageSize: 10 })).total).toBe(2)
    await third.close()
  })
})

// Helpers

function nextPath(): string {
  return join(folder, `${++files}.jsonl`)
}
