import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** A range of ports below the ephemeral ports, which operating systems assign to connections. */
const [FIRST, COUNT] = [12_000, 20_000]

let next = randomInt(COUNT)

/** Finds a free port that the operating system does not assign to another process in the meantime. */
export async function findFreePort(): Promise<number> {
  const port = FIRST + (next++ % COUNT)
  return (await isFree(port)) ? port : await findFreePort()
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
