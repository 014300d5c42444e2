import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('embed', () => {
  it('should assign the alert of a disk to the node of the database above it', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    await import('./embed.mjs')
    const [[assignments], [rollups]] = log.mock.calls as [[Map<string, string[]>], [Map<string, unknown>]]
    expect([...assignments.keys()]).toEqual(['database'])
    expect([...rollups]).toEqual([[assignments.get('database')?.[0], { nodeId: 'database', via: 'database' }]])
  })
})
