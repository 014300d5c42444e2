import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it } from 'vitest'
import { fakeTerminal } from '../../test/fake-terminal.js'
import { createProgram } from '../program.js'

describe('opsgraph key create', () => {
  it('should print the secret of a valid key', async () => {
    const store = new MemoryStore()
    const { printed, noted } = await run(store, ['--scopes', 'read, write:alerts', '--user', 'ann', '--text', 'laptop'])
    expect(printed).toHaveLength(1)
    expect(await createOpsgraph({ store }).authenticate(printed[0], null)).toMatchObject({
      user: 'ann',
      scopes: ['read', 'write:alerts'],
    })
    expect(noted.join()).not.toContain(printed[0])
  })

  it('should set the expireTime of the key', async () => {
    const store = new MemoryStore()
    await run(store, ['--scopes', 'admin', '--expires', '2099-01-31T00:00:00Z'])
    const { items } = await store.apiKeys.list({ filters: {}, sort: undefined, page: 1, pageSize: 10 })
    expect(items).toMatchObject([{ user: 'admin', scopes: ['admin'], expireTime: '2099-01-31T00:00:00.000Z' }])
  })

  it.each([
    [['--scopes', 'everything'], /^--scopes holds "everything"; scopes are read, /],
    [['--scopes', ''], /^--scopes holds ""/],
    [['--scopes', 'admin', '--expires', 'soon'], /^--expires must be an ISO 8601 time .*, not "soon"$/],
    [['--scopes', 'admin', '--expires', ''], /^--expires must be .*, not ""$/],
    [['--scopes', 'admin', '--expires', '2027-02-30T00:00:00Z'], /^--expires must be .*, not "2027-02-30T00:00:00Z"$/],
    [['--scopes', 'admin', '--store', 'memory'], /^a key in the memory store would be lost/],
    [['--scopes', 'admin', '--port', '1'], /unknown option '--port'/],
    [[], /required option '--scopes <list>' not specified/],
  ])('should refuse %j', async (args, message) => {
    await expect(run(new MemoryStore(), args)).rejects.toThrow(message)
  })
})

// Helpers

/** Runs the command on a store that stays open for later checks. */
async function run(store: MemoryStore, args: readonly string[]) {
  const printed: string[] = []
  const noted: string[] = []
  const openStore = Object.assign(store, { close: async () => undefined })
  const program = createProgram({
    version: '1.2.3',
    env: {},
    clock: () => new Date(),
    openStore: async (_settings, options) => {
      expect(options).toEqual({ mustExist: true })
      return openStore
    },
    print: (line) => printed.push(line),
    note: (line) => noted.push(line),
    stop: new AbortController().signal,
    exit: () => undefined,
    terminal: fakeTerminal(),
  })
  await program.parseAsync(['key', 'create', ...args], { from: 'user' })
  return { printed, noted }
}
