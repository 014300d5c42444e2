import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it, onTestFinished } from 'vitest'

// What it finds fails the test that received the answer: this one has to fail.
it.fails('should find an answer that the document does not have, whoever receives it', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('X-Request-ID', 'a').setHeader('Content-Type', 'application/json; charset=utf-8')
    response.end('{"status": "okay"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`)).text()
})
