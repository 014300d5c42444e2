import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request that a receiver got. */
export interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/**
 * Starts a receiver on 127.0.0.1, until the test ends.
 *
 * @param answer answers a request, after its body has arrived
 * @returns the port, and the requests so far
 */
export async function startReceiver(answer: RequestListener): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method, url, headers } = request
      received.push({ method, url, headers, body: Buffer.concat(parts).toString() })
      answer(request, response)
    })
  })
  return { port: await listen(server), received }
}

/** Starts a receiver that speaks with bytes, until the test ends. Returns its port, and the number of connections. */
export async function startTcpReceiver(
  serve: (socket: Socket) => void,
): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    // The sender may end the connection at any time.
    socket.on('error', () => undefined)
    serve(socket)
  })
  return { port: await listen(server, sockets), sockets }
}

/** Starts a server on a free port of 127.0.0.1, and ends it after the test. */
export async function listen(server: Server | TcpServer, sockets = new Set<Socket>()): Promise<number> {
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  })
  return (server.address() as AddressInfo).port
}

/** Sends a text, and then another one again and again until the connection ends. */
export function drip(socket: Socket, start: string, next: string): void {
  socket.write(start)
  const timer = setInterval(() => socket.write(next), 20)
  socket.on('close', () => clearInterval(timer))
}
