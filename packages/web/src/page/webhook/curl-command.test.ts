import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCurlCommand } from './curl-command.js'

const FORM = 'host=web+1&tag=a&tag=b'
const PAYLOAD = '{"host": "web-1"}\n'
const NO_HEADER = { authHeaderScheme: null, authHeaderName: null, payloadFormat: 'json' } as const

describe('curlCommand', () => {
  it('should send only the payload to a webhook without authentication', async () => {
    const { headers, body, command } = await send({ authMode: 'none', ...NO_HEADER })
    expect(command).toMatch(/^curl /)
    expect(body).toBe(PAYLOAD)
    expect(headers['content-type']).toBe('application/json')
    expect(headers.authorization).toBeUndefined()
  })

  it('should send a form to a webhook that receives forms', async () => {
    const { headers, body } = await send({ authMode: 'none', ...NO_HEADER, payloadFormat: 'form' })
    expect([headers['content-type'], body]).toEqual(['application/x-www-form-urlencoded', FORM])
  })

  it('should send the query in the URL to a webhook that reads it', () => {
    const command = buildCurlCommand(
      { authMode: 'none', ...NO_HEADER, payloadFormat: 'query' },
      'http://localhost/hook',
    )
    expect(command).toBe('curl -X POST http://localhost/hook"?$(cat payload.txt)"')
  })

  it('should send the API key from a file, and not contain the key', async () => {
    const { headers, body, command } = await send({ authMode: 'api_key', ...NO_HEADER })
    expect([headers.authorization, body]).toEqual(['Key the-bound-key', PAYLOAD])
    expect(command).not.toContain('the-bound-key')
  })

  it('should send the secret from a file in its header', async () => {
    const auth = { authMode: 'header', authHeaderScheme: 'static', authHeaderName: 'X-Token' } as const
    const { headers } = await send({ ...NO_HEADER, ...auth })
    expect(headers['x-token']).toBe("it's secret")
  })

  it('should quote characters that are special to a shell', () => {
    const url = "http://localhost/it's"
    expect(buildCurlCommand({ authMode: 'none', ...NO_HEADER }, url)).toMatch(/'http:\/\/localhost\/it'\\''s'$/)
  })
})

// Helpers

type Auth = Parameters<typeof buildCurlCommand>[0]

let folder = ''
let received: { headers: IncomingMessage['headers']; body: string }
const server = createServer(async (request, response) => {
  received = { headers: request.headers, body: await text(request) }
  response.end('{}')
})
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'opsgraph-curl-'))
  await writeFile(join(folder, 'payload.json'), PAYLOAD)
  await writeFile(join(folder, 'payload.txt'), FORM)
  await writeFile(join(folder, 'key.txt'), 'the-bound-key\n')
  await writeFile(join(folder, 'secret.txt'), "it's secret\n")
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

/**
 * Runs the command in a shell, like a user who has copied it.
 *
 * @returns the request that the server received, and the command
 */
async function send(auth: Auth) {
  const command = buildCurlCommand(auth, `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`)
  await promisify(execFile)('sh', ['-c', command], { cwd: folder })
  return { ...received, command }
}
