import { describe, expect, it } from 'vitest'
import { type TestServer, useServer } from './test-server.js'

const behindLoopback = useServer(() => ({}), { trustProxy: ['loopback'] })
const behindOne = useServer(() => ({}), { trustProxy: 1 })
const direct = useServer()

describe('the client of a request in the log', () => {
  it('should be the address of the connection if no proxy is trusted', async () => {
    expect(await clientOf(direct.current, '203.0.113.7')).toBe('127.0.0.1')
  })

  it('should be the address that a trusted proxy reports', async () => {
    expect(await clientOf(behindLoopback.current, '203.0.113.7')).toBe('203.0.113.7')
    expect(await clientOf(behindOne.current, '2001:db8::7')).toBe('2001:db8::7')
  })

  it('should be the last address that is not a trusted proxy', async () => {
    expect(await clientOf(behindLoopback.current, '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
    expect(await clientOf(behindOne.current, '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
  })

  it('should be null if a proxy reports no valid address', async () => {
    expect(await clientOf(behindLoopback.current, 'Key the-secret')).toBeNull()
    expect(behindLoopback.current.logLines.join('')).not.toContain('the-secret')
  })
})

// Helpers

async function clientOf(server: TestServer, forwardedFor: string): Promise<unknown> {
  const before = server.logLines.length
  await server.call('GET', '/healthz', { headers: { 'X-Forwarded-For': forwardedFor } })
  while (server.logLines.length === before) await new Promise((resolve) => setTimeout(resolve, 5))
  return (JSON.parse(server.logLines.at(-1) ?? '{}') as Record<string, unknown>).client
}
