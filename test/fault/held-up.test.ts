import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serve } from '../../packages/cli/test/command-process.js'
import { connected, StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { findViolations } from '../invariants/check-invariants.js'
import { KEYS, Load, send } from './load.js'
import { prepareLoad } from './scene.js'
import { generateGraph, readAnswers, type Step, sendDeliveries, toggleRelations } from './writers.js'

let postgres: StoppableServer
beforeAll(async () => {
  postgres = await StoppableServer.start()
})
afterAll(() => postgres?.remove())

/** Callers that try to harm the server, and that have no key. */
const BAD_CALLERS: Readonly<Record<string, (socket: Socket) => void>> = {
  '1000 callers say nothing': () => undefined,
  '200 callers send a byte now and then': (socket) => {
    socket.write('POST /api/webhooks/custom/hook-a HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{')
    const timer = setInterval(() => socket.write(' '), 100)
    socket.once('close', () => clearInterval(timer))
  },
  '20 callers never read their answers': (socket) => {
    socket.pause().write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(30))
  },
}

describe('other callers are answered', () => {
  it('while many requests wait for a lock of another session', async () => {
    const database = await postgres.createDatabase('held_up')
    const server = serve([], { ...KEYS, DATABASE_URL: database })
    const url = await server.url()
    await prepareLoad(url)
    const created = await create(url)
    await connected(database, async (run) => {
      await run('begin')
      await run('lock table topology_node in share mode')
      const { length } = created
      let done = 0
      const waiting = Array.from({ length: 40 }, async (_, at) => {
        const answer = await send(url, { method: 'PUT', path: created[at % length] ?? '', json: generateNextGraph(at) })
        done++
        return answer.status
      })
      await answerOthers(url)
      expect(done).toBe(0)
      await run('commit')
      expect(await Promise.all(waiting)).toEqual(waiting.map(() => 200))
    })
    await connected(database, (run) => expect(findViolations(run)).resolves.toEqual([]))
  }, 120_000)

  it.each(Object.entries(BAD_CALLERS))(
    'while %s',
    async (callers, behave) => {
      const database = await postgres.createDatabase(`callers_${Object.values(BAD_CALLERS).indexOf(behave)}`)
      const server = serve([], { ...KEYS, DATABASE_URL: database })
      const url = await server.url()
      await prepareLoad(url)
      const sockets = await Promise.all(Array.from({ length: Number.parseInt(callers, 10) }, () => open(url)))
      for (const socket of sockets) behave(socket)
      await answerOthers(url)
      expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(0)
      for (const socket of sockets) socket.destroy()
      await connected(database, (run) => expect(findViolations(run)).resolves.toEqual([]))
      server.kill('SIGTERM')
      expect(await server.ended).toMatchObject({ end: 0, stderr: '' })
    },
    120_000,
  )
})

// Helpers

/** Sends deliveries, relations and reads. These requests do not need the table that the test locks. */
async function answerOthers(url: string): Promise<void> {
  const others = new Load([sendDeliveries('hook-b', 9), toggleRelations(9), readAnswers(), readAnswers()])
  const stop = new AbortController()
  const running = others.run([url], stop.signal)
  while (others.answered < 200 && others.faults.length === 0) await send(url, READY)
  stop.abort()
  await running
  expect(others.faults).toEqual([])
  expect((await send(url, READY)).status).toBe(200)
}

const READY: Step = { method: 'GET', path: '/readyz' }

/** Creates topologies, and returns their paths. */
async function create(url: string): Promise<readonly string[]> {
  const paths: string[] = []
  for (let at = 0; at < 4; at++) {
    const json = { name: `held ${at}`, description: '', service: `held-${at}` }
    const { body } = await send(url, { method: 'POST', path: '/api/service_topology', json })
    paths.push(`/api/service_topology/${(body as { id: string }).id}`)
  }
  return paths
}

/** Generates a graph for one of the four topologies. */
function generateNextGraph(at: number) {
  return generateGraph(`held-${at % 4}`, at)
}

function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket.on('error', () => undefined)))
    socket.once('error', reject)
  })
}
