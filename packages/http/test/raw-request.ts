import { connect } from 'node:net'
import { expect } from 'vitest'
import { faultsOf } from './check-answer.js'

/**
 * Sends bytes over a new connection, and returns all text that is received until the server closes the connection.
 * Checks the first answer against the OpenAPI document.
 */
export async function rawRequest(url: string, ...parts: readonly (string | Buffer)[]): Promise<string> {
  const received = await exchange(url, parts)
  const [, method = '', path = ''] = /^(\S+) (\S+) HTTP/.exec(String(parts[0])) ?? []
  expect(faultsOfFirst(method, path, received)).toEqual([])
  return received.toString()
}

function faultsOfFirst(method: string, path: string, received: Buffer): readonly string[] {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return []
  const [first = ''] = received.subarray(0, end).toString().split('\r\n')
  const headers = headersOf(received.toString())
  // A large answer over HTTP/1.0 has no length: it ends when the connection does.
  const length = headers.get('content-length') ?? undefined
  const body = received.subarray(end + 4).subarray(0, length === undefined ? undefined : Number(length))
  return faultsOf(method, path, { status: Number(first.split(' ')[1]), headers, text: body.toString() })
}

function exchange(url: string, parts: readonly (string | Buffer)[]): Promise<Buffer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(Buffer.concat(received)))
    socket.on('error', reject)
    for (const part of parts) socket.write(part)
  })
}

export function headersOf(answer: string): Headers {
  const [, ...lines] = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n')
  return new Headers(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]))
}

/** The body of an answer that `rawRequest` returned, parsed as JSON. */
export function jsonOf(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
}
