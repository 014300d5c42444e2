import { connect } from 'node:net'

/** Sends bytes over a connection of their own and gives all that comes back until the server closes it. */
export function rawRequest(url: string, ...parts: readonly (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(Buffer.concat(received).toString()))
    socket.on('error', reject)
    for (const part of parts) socket.write(part)
  })
}

/** The body of a raw answer, as JSON. */
export function jsonOf(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
}
