import { describe, expect, it } from 'vitest'
import { type TestServer, useServer } from './test-server.js'

const trustful = useServer(() => ({}), { trustProxy: ['loopback'] })
const behindOne = useServer(() => ({}), { trustProxy: 1 })
const wary = useServer()

describe('the client of a request in the log', () => {
  it('should be who the connection comes from, whatever is claimed, unless a proxy is trusted', async () => {
    expect(await clientOf(wary.current, '203.0.113.7')).toBe('127.0.0.1')
  })

  it('should be who a trusted proxy says', async () => {
    expect(await clientOf(trustful.current, '203.0.113.7')).toBe('203.0.113.7')
    expect(await clientOf(behindOne.current, '2001:db8::7')).toBe('2001:db8::7')
  })

  it('should be the last one that no trusted proxy vouches for', async () => {
    expect(await clientOf(trustful.current, '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
    expect(await clientOf(behindOne.current, '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
  })

  it('should be unknown where a proxy passes on nonsense', async () => {
    expect(await clientOf(trustful.current, 'Key the-secret')).toBeNull()
    expect(trustful.current.logLines.join('')).not.toContain('the-secret')
  })
})

// Helpers

async function clientOf(server: TestServer, forwardedFor: string): Promise<unknown> {
  const before = server.logLines.length
  await server.call('GET', '/healthz', { headers: { 'X-Forwarded-For': forwardedFor } })
  while (server.logLines.length === before) await new Promise((resolve) => setTimeout(resolve, 5))
  return (JSON.parse(server.logLines.at(-1) ?? '{}') as Record<string, unknown>).client
}
