import type { Socket } from 'node:net'
import { Client } from 'pg'

/**
 * Asks a server on a connection of its own, which no pool knows.
 *
 * @param signal breaks the connection off when it is aborted
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

/** What is in flight fails at once. `end` of the client would wait for the answers to what was sent. */
export function breakOff({ connection }: Client): void {
  connection.stream.destroy()
}

/** The last words of a connection keep nobody waiting, and no process running. */
function endSoon(server: Client): void {
  const stream = server.connection.stream as Socket
  stream.unref()
  server.end().catch(() => undefined)
}
