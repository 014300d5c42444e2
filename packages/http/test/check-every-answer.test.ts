import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it, onTestFinished } from 'vitest'

// In tests, `fetch` checks each answer against the document, and a deviation fails the test. This test receives an
// answer that deviates, so it must fail.
it.fails('should fail a test that receives an answer which deviates from the document', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('X-Request-ID', 'a').setHeader('Content-Type', 'application/json; charset=utf-8')
    response.end('{"status": "okay"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`)).text()
})
