import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { serve } from './command-process.js'

const KEY = 'the-key-of-this-test'
const MEMORY = ['--store', 'memory']
const ALERT = { environment: 'Production', resource: 'disk-sdb', event: 'DiskFailing', severity: 'critical' }

describe('opsgraph serve, when it is stopped', () => {
  it('should finish requests in flight after a stop signal', async () => {
    const server = serve(MEMORY, { ADMIN_KEY: KEY })
    const url = await server.url()
    const { socket, rest } = await halfSent(url)
    const answer = text(socket)
    server.kill('SIGTERM')
    await vi.waitUntil(() => isRefused(url), { timeout: 20_000, interval: 20 })
    socket.write(rest)
    expect(await answer).toMatch(/^HTTP\/1\.1 201 .*"disk-sdb"/s)
    expect(await server.ended).toMatchObject({ end: 0, stderr: '' })
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('should end at %s while it waits for the database', async (signal) => {
    const database = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void database.close())
    const { port } = await listening(database)
    const server = serve([], { DATABASE_URL: `postgres://me@127.0.0.1:${port}/opsgraph` })
    await new Promise((resolve) => database.once('connection', resolve))
    server.kill(signal)
    expect(await server.ended).toEqual({ end: 0, stdout: '', stderr: '' })
  })

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('should end immediately at the second %s', async (signal, status) => {
    const server = serve(MEMORY, { ADMIN_KEY: KEY })
    const url = await server.url()
    await halfSent(url)
    server.kill(signal)
    await vi.waitUntil(() => isRefused(url), { timeout: 20_000, interval: 20 })
    // Waits, because a second signal within 100 ms would count as the same Ctrl-C.
    await new Promise((resolve) => setTimeout(resolve, 200))
    server.kill(signal)
    expect(await server.ended).toMatchObject({ end: status })
  })
})

// Helpers

/** Sends the headers and half of the body of a request, and waits until the server handles the request. */
async function halfSent(url: string): Promise<{ socket: Socket; rest: string }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  const body = JSON.stringify(ALERT)
  const head = [
    'POST /api/alert HTTP/1.1',
    'Host: opsgraph',
    `Authorization: Key ${KEY}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  // The interim answer `100 Continue` shows that the server has begun to handle the request.
  await new Promise((resolve) => socket.once('data', resolve))
  socket.write(body.slice(0, 20))
  return { socket, rest: body.slice(20) }
}

async function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  return await new Promise((resolve) => {
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true))
    socket.once('connect', () => socket.destroy())
  })
}

async function listening(server: Server): Promise<AddressInfo> {
  await new Promise((resolve) => server.once('listening', resolve))
  return server.address() as AddressInfo
}
