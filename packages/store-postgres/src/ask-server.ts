import type { Socket } from 'node:net'
import { Client } from 'pg'

/**
 * Queries a server on a separate connection outside of the pool.
 *
 * @param signal aborts the connection
 */
export async function askServer<T>(
  connectionString: string,
  signal: AbortSignal,
  ask: (server: Client) => Promise<T>,
): Promise<T> {
  const server = new Client({ connectionString, application_name: 'opsgraph probe' })
  server.on('error', () => undefined)
  const abort = () => breakOff(server)
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    await server.connect()
    return await ask(server)
  } finally {
    signal.removeEventListener('abort', abort)
    if (!signal.aborted) endSoon(server)
  }
}

/** Closes the socket, so that pending queries fail immediately. `end` of the client would wait for their answers. */
export function breakOff({ connection }: Client): void {
  connection.stream.destroy()
}

/** Closes the connection in the background, without waiting for it or keeping the process alive. */
function endSoon(server: Client): void {
  const stream = server.connection.stream as Socket
  stream.unref()
  server.end().catch(() => undefined)
}
