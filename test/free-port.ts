import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral ports of operating systems. */
const [FIRST, COUNT] = [12_000, 20_000]

let next = randomInt(COUNT)

/** A free port that the operating system does not assign to another process before it is used. */
export async function freePort(): Promise<number> {
  const port = FIRST + (next++ % COUNT)
  return (await isFree(port)) ? port : await freePort()
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
