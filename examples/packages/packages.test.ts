import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'

let log: MockInstance<typeof console.log>

beforeEach(() => {
  log = vi.spyOn(console, 'log').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('the example in the README of', () => {
  it('@opsgraph/core should print the ancestors of a disk', async () => {
    await import('./core.mjs')
    expect(log.mock.calls).toEqual([[[{ resource: 'database', depth: 1, path: ['disk-sdb', 'database'] }]]])
  })

  it('@opsgraph/draw should draw a service above its environment', async () => {
    await import('./draw.mjs')
    expect(log.mock.calls).toEqual([[expect.stringMatching(/flowchart TB\n.*"shop".*"Production".*-->/s)]])
  })

  it('@opsgraph/notify should refuse a private address that is not allowed', async () => {
    await import('./notify.mjs')
    expect(log.mock.calls).toEqual([[undefined], [expect.stringMatching(/^is a private address: /)]])
  })

  it('@opsgraph/store-memory should store an alert', async () => {
    await import('./store-memory.mjs')
    expect(log.mock.calls).toEqual([[[expect.objectContaining({ resource: 'disk-sdb', severity: 'critical' })]]])
  })

  it('@opsgraph/store-postgres should store a key, and print its secret', async () => {
    await import('./store-postgres.mjs')
    expect(log.mock.calls).toEqual([[expect.stringMatching(/^[\w-]{43}$/)]])
  })

  it('@opsgraph/http should answer a request', async () => {
    await import('./http.mjs')
    expect(log.mock.calls).toEqual([[expect.objectContaining({ status: 'ok', total: 0, alerts: [] })]])
  })
})
