import { OpsgraphError } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { successBody, successResponse } from '../wire/fields.js'

/** Maximum time to wait for the store, in milliseconds. */
const PING_TIMEOUT_MILLISECONDS = 5_000

/** Liveness: whether the process runs (rules.md#health-and-metrics). */
const aliveRoute = defineRoute({
  id: 'readAlive',
  method: 'get',
  path: '/healthz',
  summary: 'Check that the process is up',
  description: 'Answers as long as the process runs, even if the database does not. Use it as a liveness probe.',
  scope: null,
  responses: { 200: { description: 'The process is up', body: successBody({}) } },
  handle: async () => successResponse({}),
})

/** Readiness: whether the server can answer requests. */
const readyRoute = defineRoute({
  id: 'readReady',
  method: 'get',
  path: '/readyz',
  summary: 'Check that the store answers',
  description: 'Answers 200 if the store answers and accepts writes, otherwise 503. Use it as a readiness probe.',
  scope: null,
  refuses: ['unavailable'],
  responses: { 200: { description: 'The store answers', body: successBody({}) } },
  handle: async (_input, { opsgraph }) => {
    await withTimeout(opsgraph.ping())
    return successResponse({})
  },
})

const metricsRoute = defineRoute({
  id: 'readMetrics',
  method: 'get',
  path: '/metrics',
  summary: 'Read the metrics of this process',
  description: 'For Prometheus. Answers even if the database does not.',
  scope: null,
  responses: {
    200: {
      description: 'Metrics in the text format of Prometheus',
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
      body: z.string(),
    },
  },
  handle: async (_input, { metrics }) => ({ status: 200, body: await metrics.text() }),
})

async function withTimeout(answer: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer in ${PING_TIMEOUT_MILLISECONDS} ms`)),
      PING_TIMEOUT_MILLISECONDS,
    )
  })
  try {
    await Promise.race([answer, late])
  } catch (cause) {
    throw new OpsgraphError('unavailable', 'the store does not answer', [], { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** The endpoints for monitoring (rules.md#health-and-metrics). */
export const healthRoutes = [aliveRoute, readyRoute, metricsRoute]
