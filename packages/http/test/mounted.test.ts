import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import express, { type Express, Router } from 'express'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createApp, createLogger, listen } from '../src/index.js'
import { jsonOf, rawRequest } from './raw-request.js'

const folder = mkdtempSync(join(tmpdir(), 'opsgraph-console-'))
beforeAll(() => writeFileSync(join(folder, 'index.html'), '<!doctype html>'))
afterAll(() => rmSync(folder, { recursive: true }))

const RELATION = JSON.stringify({ resource: 'disk-sdb', parent: 'database' })

describe('opsgraph mounted in a host application', () => {
  it.each([
    ['an application', express],
    ['a router', Router],
  ])('should pass requests for unknown paths on to %s', async (_, create) => {
    const parent = create()
    const { app, lines } = opsgraphApp()
    parent.use(app)
    parent.get('/mine', (_request, response) => void response.send('mine'))
    const host = express().use(parent as Express)
    host.use((_request, response) => void response.status(404).send('nothing of mine'))
    const url = await serve(host)
    const mine = await fetch(`${url}/mine?%`)
    expect(await mine.text()).toBe('mine')
    expect(mine.headers.get('content-security-policy')).toBeNull()
    expect(mine.headers.get('x-request-id')).toBeNull()
    expect(await (await fetch(`${url}/api/unknown`)).text()).toBe('nothing of mine')
    expect(await (await fetch(`${url}/api/alert/a/b`)).text()).toBe('nothing of mine')
    expect((await fetch(`${url}/healthz?x=1`)).status).toBe(400)
    expect((await fetch(`${url}/api/alert/some-id`, { headers: AUTHORIZATION })).status).toBe(404)
    expect((await fetch(`${url}/api/alert`)).status).toBe(405)
    expect(lines.filter((line) => line.includes('unmatched'))).toEqual([])
    expect(await (await fetch(`${url}/metrics`)).text()).not.toContain('route="unmatched"')
  })

  it.each([
    ['listen', (app: RequestListener) => serve(app)],
    ['a server of Node', (app: RequestListener) => serve(app, createServer(app))],
  ])('should answer every path when it is served directly by %s', async (_, start) => {
    const url = await start(opsgraphApp().app)
    const refused = await fetch(`${url}/mine`)
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({ status: 'error', code: 404, message: 'there is nothing at this path' })
    expect(jsonOf(await rawRequest(url, 'GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n'))).toMatchObject({ code: 400 })
  })

  it.each([
    ['express.json()', express.json()],
    ['express.text()', express.text({ type: '*/*' })],
    [
      'a middleware that decodes the stream',
      (request: express.Request, _: unknown, next: () => void) => {
        request.setEncoding('utf8')
        next()
      },
    ],
    [
      'a middleware that read a part',
      (request: express.Request, _: unknown, next: () => void) => {
        request.once('readable', () => {
          request.read(1)
          next()
        })
      },
    ],
  ] as const)('should refuse a body that %s has read, and say what to do', async (_, reader) => {
    const { app, lines } = opsgraphApp()
    const url = await serve(express().use(reader).use(app))
    for (const path of ['/api/resources/relations', '/api/resources/import']) {
      const headers = { ...AUTHORIZATION, 'Content-Type': 'application/json' }
      const refused = await fetch(url + path, { method: 'POST', headers, body: RELATION })
      const message = 'the body was read before it reached opsgraph: mount opsgraph before any body parser'
      expect(await refused.json()).toMatchObject({ code: 500, message })
      expect(lines.filter((line) => line.includes('"error"')).map((line) => JSON.parse(line))).toMatchObject([
        { level: 'error', status: 500, msg: message },
      ])
      lines.length = 0
    }
  })

  it('should refuse a form upload and a delivery whose body was read', async () => {
    const { app, opsgraph } = opsgraphApp()
    const admin = { user: 'admin', scopes: ['admin'], requestId: null } as const
    await opsgraph.createWebhook(admin, { id: 'hook' })
    const url = await serve(
      express()
        .use(express.raw({ type: '*/*' }))
        .use(app),
    )
    const body = new FormData()
    body.set('file', new Blob(['resource\nweb-1\n']), 'inventory.csv')
    const upload = { method: 'POST', headers: AUTHORIZATION, body }
    expect((await fetch(`${url}/api/resources/import`, upload)).status).toBe(500)
    expect((await fetch(`${url}/api/webhooks/custom/hook`, { method: 'POST', body: '{}' })).status).toBe(500)
  })

  it('should accept requests without a body behind a body parser', async () => {
    const url = await serve(express().use(express.json()).use(opsgraphApp().app))
    expect((await fetch(`${url}/api/alerts`, { headers: AUTHORIZATION })).status).toBe(200)
    const empty = await fetch(`${url}/api/resources/relations`, { method: 'POST', headers: AUTHORIZATION })
    expect(await empty.json()).toMatchObject({ code: 400, message: 'the body is missing: send JSON' })
  })
})

describe('the console mounted in a host application', () => {
  it.each([
    ['/ops', './ops/'],
    ['/ops?theme=dark&x=%2F', './ops/?theme=dark&x=%2F'],
    ['/a/b', './b/'],
  ])('should redirect %s to the path with a trailing slash', async (path, location) => {
    const { app } = opsgraphApp({ webConsole: folder })
    const url = await serve(express().use(['/ops', '/a/b'], app))
    const answer = await fetch(url + path, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, location])
    const followed = await fetch(url + path)
    expect(new URL(followed.url).pathname).toBe(`${path.split('?')[0]}/`)
    expect(await followed.text()).toBe('<!doctype html>')
  })

  it('should never redirect to another server', async () => {
    const { app } = opsgraphApp({ webConsole: folder })
    const url = await serve(express().use('/:any', app))
    for (const path of ['/evil.example', '/https:%2F%2Fevil.example', '/evil.example?//x']) {
      const { headers } = await fetch(url + path, { redirect: 'manual' })
      expect(new URL(headers.get('location') ?? '', url + path).host).toBe(new URL(url).host)
    }
  })

  it('should serve its start page at the root without a redirect', async () => {
    const url = await serve(express().use(opsgraphApp({ webConsole: folder }).app))
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(200)
  })
})

// Helpers

const AUTHORIZATION = { Authorization: 'Key mine' }

function opsgraphApp(options: { readonly webConsole?: string } = {}) {
  const lines: string[] = []
  const opsgraph = createOpsgraph({ store: new MemoryStore(), adminKey: 'mine' })
  const logger = createLogger('info', { write: (line) => lines.push(line) })
  return { opsgraph, lines, app: createApp({ opsgraph, baseUrl: 'https://ops.example', logger, ...options }) }
}

async function serve(app: RequestListener, server?: ReturnType<typeof createServer>): Promise<string> {
  if (server === undefined) {
    const { url, close } = await listen(app, { host: '127.0.0.1', port: 0 })
    onTestFinished(() => close(0))
    return url
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return `http://127.0.0.1:${port}`
}
