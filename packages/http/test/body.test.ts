import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { jsonOf, rawRequest } from './raw-request.js'
import { ADMIN_KEY, expectRefusal, textAt, useServer } from './test-server.js'

const server = useServer()
const RELATIONS = '/api/resources/relations'
const MEBIBYTE = 1024 * 1024
const HEAD = `POST ${RELATIONS} HTTP/1.1\r\nHost: x\r\nAuthorization: Key ${ADMIN_KEY}\r\n`

describe('a JSON body', () => {
  it('should be read with any Content-Type, and with a byte order mark', async () => {
    const body = JSON.stringify({ resource: 'a', parent: 'b' })
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
      const headers = { 'Content-Type': type }
      expect((await server.current.call('POST', RELATIONS, { body, headers })).status).toBe(201)
    }
    expect((await server.current.call('POST', RELATIONS, { body: `\ufeff${body}` })).status).toBe(201)
  })

  it.each([
    ['', 'the body is missing'],
    [' ', 'the body is not valid JSON'],
    ['{', 'the body is not valid JSON'],
    ['{"resource": "a" "parent": "b"}', /^the body is not valid JSON at position \d+$/],
    ["{'resource': 'a'}", 'the body is not valid JSON'],
    ['resource=a&parent=b', 'the body is not valid JSON'],
    ['undefined', 'the body is not valid JSON'],
    ['NaN', 'the body is not valid JSON'],
  ])('should be refused with 400 when it is %j', async (body, message) => {
    expectRefusal(await server.current.call('POST', RELATIONS, { body }), 400, message)
  })

  it('should be refused with 400 when there is no body', async () => {
    expectRefusal(await server.current.call('POST', RELATIONS), 400, 'the body is missing')
  })

  it('should be refused with 400 when it is not UTF-8', async () => {
    const body = Buffer.from('{"resource":"caf\u00e9","parent":"b"}', 'latin1')
    expectRefusal(await server.current.call('POST', RELATIONS, { body }), 400, 'the body is not valid UTF-8')
  })

  it('should be refused with 400 when it is nested 100,000 levels deep', async () => {
    const nested = '['.repeat(100_000) + ']'.repeat(100_000)
    expectRefusal(await server.current.call('POST', RELATIONS, { body: nested }), 400, 'the body must be an object')
    const alert = (data: string) => `{"resource":"a","event":"e","environment":"p","rawData":${data}}`
    expectRefusal(await server.current.call('POST', '/api/alert', { body: alert(nested) }), 400, 'rawData must be')
    const node = `{"id":"s","kind":"service","label":"s","params":{"deep":${nested}}}`
    const topology = `{"name":"n","description":"d","service":"s","nodes":[${node}],"edges":[]}`
    const refused = await server.current.call('POST', '/api/service_topology', { body: topology })
    expectRefusal(refused, 400, 'invalid topology graph')
    expectRefusal(await server.current.call('PUT', '/api/alert/x/status', { body: nested }), 404, 'alert')
  })

  it('should read keys like __proto__ and constructor as data', async () => {
    const body = '{"__proto__":{"resource":"a","parent":"b"},"constructor":{"prototype":{"x":1}}}'
    expectRefusal(await server.current.call('POST', RELATIONS, { body }), 400, 'resource is required')
    expect(Object.prototype).not.toHaveProperty('x')
  })

  it('should be refused with 415 when it is compressed', async () => {
    const headers = { 'Content-Encoding': 'gzip' }
    const refused = await server.current.call('POST', RELATIONS, { body: '{}', headers })
    expectRefusal(refused, 415, 'Content-Encoding gzip')
    const identity = { 'Content-Encoding': 'identity' }
    const json = { resource: 'a', parent: 'b' }
    expect((await server.current.call('POST', RELATIONS, { json, headers: identity })).status).toBe(201)
  })
})

describe('a body beyond the limit', () => {
  const padded = (length: number) => `{"resource":"a","parent":"b"}`.padEnd(length)

  it('should be accepted up to 1 MiB, and refused with 413 beyond', async () => {
    expect((await server.current.call('POST', RELATIONS, { body: padded(MEBIBYTE) })).status).toBe(201)
    const refused = await server.current.call('POST', RELATIONS, { body: padded(MEBIBYTE + 1) })
    expectRefusal(refused, 413, `the body is longer than ${MEBIBYTE} bytes`)
  })

  it('should be refused with 413 without a Content-Length, and the server goes on', async () => {
    const chunk = new Uint8Array(MEBIBYTE).fill(32)
    for (const chunks of [2, 40]) {
      let sent = 0
      const body = new ReadableStream({
        pull: (controller) => (sent++ < chunks ? controller.enqueue(chunk) : controller.close()),
      })
      expectRefusal(await server.current.call('POST', RELATIONS, { body }), 413, 'the body is longer than')
    }
    expect((await server.current.call('GET', RELATIONS)).status).toBe(200)
  })

  it('should be accepted up to 16 MiB by bulk relations and topologies', async () => {
    const body = padded(16 * MEBIBYTE)
    expectRefusal(await server.current.call('POST', `${RELATIONS}/bulk`, { body }), 400, 'relations is required')
    expectRefusal(await server.current.call('POST', `${RELATIONS}/bulk`, { body: `${body} ` }), 413, 'longer')
    const json = { name: 'Shop', description: '', service: 'shop' }
    const id = textAt(await server.current.call('POST', '/api/service_topology', { json }), 'id')
    for (const [method, path] of [
      ['POST', '/api/service_topology'],
      ['PUT', `/api/service_topology/${id}`],
    ] as const) {
      expectRefusal(await server.current.call(method, path, { body }), 400, 'unknown fields')
      expectRefusal(await server.current.call(method, path, { body: `${body} ` }), 413, 'longer')
    }
  })

  it('should be refused at once, and the connection closed, if the Content-Length is too large', async () => {
    const answer = await rawRequest(server.current.url, `${HEAD}Content-Length: 99999999\r\n\r\n{"resource":`)
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(answer).toMatch(/\r\nConnection: close\r\n/)
    expect(jsonOf(answer)).toMatchObject({ status: 'error', code: 413 })
  })

  it('should deliver the 413 to a caller who is still sending', async () => {
    const { hostname, port } = new URL(server.current.url)
    const socket = connect(Number(port), hostname)
    socket.write(`${HEAD}Content-Length: 99999999\r\n\r\n${' '.repeat(MEBIBYTE)}`)
    // If the server closed the connection right after its answer, the connection would be reset during this wait, and
    // the write below would fail.
    await once(socket, 'readable')
    await delay(100)
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).write(' '.repeat(64 * 1024), (error) => (error ? reject(error) : resolve()))
    })
    expect(await text(socket)).toMatch(/^HTTP\/1.1 413 /)
  })

  it('should be logged and measured with a duration that excludes the wait for the caller', async () => {
    await rawRequest(server.current.url, `${HEAD}Content-Length: 99999999\r\n\r\n{"resource":`)
    const { text: metrics } = await server.current.call('GET', '/metrics', { key: null })
    const sum = /_duration_seconds_sum\{method="POST",[^}]*status="413"\} (\S+)/.exec(metrics)?.[1]
    expect(Number(sum)).toBeLessThan(0.95)
    const [line] = server.current.logLines
    expect(JSON.parse(line ?? '')).toMatchObject({ status: 413 })
    expect(JSON.parse(line ?? '').duration).toBeLessThan(950)
  })

  it('should be refused, and the connection closed, if the sender never ends', async () => {
    const chunk = `${MEBIBYTE.toString(16)}\r\n${' '.repeat(MEBIBYTE)}\r\n`
    const answer = await rawRequest(server.current.url, `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, chunk, chunk)
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(jsonOf(answer)).toMatchObject({ status: 'error', code: 413 })
  })

  it('should not be read for a request that is refused for its key or path', async () => {
    const body = new Uint8Array(30 * MEBIBYTE)
    expectRefusal(await server.current.call('POST', RELATIONS, { key: null, body }), 401, 'API key')
    expectRefusal(await server.current.call('POST', '/api/nothing', { body }), 404, 'nothing')
  })
})
