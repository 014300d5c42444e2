import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Tracer } from '@opsgraph/core'
import express from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { openExchange } from './request-context.js'
import { traceRequests } from './trace-requests.js'

it('should mark a span as failed for the statuses 5xx only', async () => {
  const failures: string[] = []
  const tracer: Tracer = {
    span: (_, work) => work({ rename: () => {}, set: () => {}, fail: (reason) => failures.push(String(reason)) }),
  }
  const app = express()
  app.use((_, response, next) => {
    openExchange(response, { requestId: 'r', client: '127.0.0.1', commonHeaders: [] })
    next()
  })
  app.use(traceRequests(tracer))
  app.get('/:status', (request, response) => {
    response.status(Number(request.params.status)).end()
  })
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const status of [200, 404, 499, 500, 503]) {
    const answer = await fetch(`http://127.0.0.1:${port}/${status}`)
    expect(answer.status).toBe(status)
  }
  await expect.poll(() => failures).toEqual(['500', '503'])
})
