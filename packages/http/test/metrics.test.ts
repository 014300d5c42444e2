import { describe, expect, it } from 'vitest'
import { useServer } from './test-server.js'

const server = useServer()

describe('GET /metrics', () => {
  it('should count requests by method, route and status, without a key', async () => {
    for (const id of ['a', 'b']) await server.current.call('GET', `/api/alert/${id}`)
    await server.current.call('GET', '/api/nothing')
    const { text } = await server.current.call('GET', '/metrics', { key: null })
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/alert/:id",status="404"} 2')
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="unmatched",status="404"} 1')
    expect(text).toContain('http_requests_in_flight 1')
    expect(text).toContain('process_cpu_seconds_total')
  })

  it('should measure each application on its own', async () => {
    const { text } = await server.current.call('GET', '/metrics', { key: null })
    expect(text).not.toContain('/api/alert/:id')
  })
})
