import { connect } from 'node:net'
import { OpsgraphError } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ADMIN, ADMIN_KEY, expectRefusal, TestServer, useServer } from './test-server.js'

const server = useServer()
const RELATIONS = '/api/resources/relations'
const HEADER = 'environment,resource,parent,source,sourceRef,createTime,updateTime'

describe('GET /api/resources/relations?format=csv', () => {
  it('should answer all relations that match, in the order of the list, as a file', async () => {
    const { opsgraph } = server.current
    await opsgraph.putRelations(ADMIN, { relations: numbered(2_500).map((resource) => ({ resource, parent: 'hub' })) })
    await opsgraph.putRelation(ADMIN, { environment: 'Lab', resource: 'a, "b"', parent: 'c', sourceRef: 'wiki' })
    const { status, headers, text } = await get(`${RELATIONS}?format=csv`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toBe('attachment; filename="relations.csv"')
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store'])
    const lines = text.split('\n')
    expect(lines).toHaveLength(2_503)
    expect([lines[0], lines.at(-1)]).toEqual([HEADER, ''])
    expect(lines.slice(1, 2_501).map((line) => line.split(',')[1])).toEqual(numbered(2_500))
    expect(lines[2_501]).toMatch(/^Lab,"a, ""b""",c,manual,wiki,2026-/)
    const filtered = await get(`${RELATIONS}?format=csv&environment=Lab&environment=x&source=manual`)
    expect(filtered.text).toBe(`${HEADER}\n${lines[2_501]}\n`)
    expect((await get(`${RELATIONS}?format=csv&resource=none`)).text).toBe(`${HEADER}\n`)
  })

  it('should send the headers alone for HEAD', async () => {
    const { status, headers, text } = await server.current.call('HEAD', `${RELATIONS}?format=csv`)
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/csv; charset=utf-8', ''])
    expect(headers.get('content-disposition')).toBe('attachment; filename="relations.csv"')
  })

  it("should put a ' before a cell that a spreadsheet takes for a formula, except with raw=1", async () => {
    const names = ['=1+1', '+1', '-1', '@a', "'a", 'a=1']
    for (const parent of names) await server.current.opsgraph.putRelation(ADMIN, { resource: 'x', parent })
    const cells = async (query: string) =>
      (await get(`${RELATIONS}?format=csv${query}`)).text
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split(',')[2])
    expect(await cells('')).toEqual(["'a", "'+1", "'-1", "'=1+1", "'@a", 'a=1'])
    expect(await cells('&raw=1')).toEqual(["'a", '+1', '-1', '=1+1', '@a', 'a=1'])
    expect(await cells('&raw=0')).toEqual(await cells(''))
  })

  it("should put a ' also before a formula behind U+0000, which is left out", async () => {
    const { opsgraph } = server.current
    const text = '\0=1+1'
    await opsgraph.receiveAlert(ADMIN, {
      resource: 'x',
      event: 'Down',
      severity: 'major',
      environment: 'Lab',
      text,
      tags: [text],
    })
    const cells = async (query: string) =>
      (await get(`/api/alerts?format=csv${query}`)).text.split('\n')[1]?.split(',').slice(10, 12)
    expect(await cells('')).toEqual(["'=1+1", "'=1+1"])
    expect(await cells('&raw=1')).toEqual(['=1+1', '=1+1'])
  })

  it('should refuse a part of the list or another order, and raw without CSV, as JSON', async () => {
    for (const parameter of ['page=1', 'page-size=10', 'sort-by=source']) {
      const refused = await get(`${RELATIONS}?format=csv&${parameter}`)
      expectRefusal(refused, 400, `leave out ${parameter.split('=')[0]}`)
    }
    const all = await get(`${RELATIONS}?format=csv&page=1&page-size=10&sort-by=source`)
    expectRefusal(all, 400, 'leave out page, page-size, sort-by')
    expectRefusal(await get(`${RELATIONS}?raw=1`), 400, 'raw needs format=csv')
    expectRefusal(await get(`${RELATIONS}?format=xml`), 400, 'format must be one of json, csv')
    expectRefusal(await get(`${RELATIONS}?format=csv&source=rumor`), 400, 'rumor')
    expectRefusal(await get(`${RELATIONS}?format=csv&staleAfter=3`), 400, 'stale=true')
    const { body } = await get(`${RELATIONS}?format=json&page-size=1`)
    expect(body).toMatchObject({ relations: [], pageSize: 1 })
  })

  it('should need the scopes of the JSON list', async () => {
    const key = await server.current.keyWith(['read:alerts'])
    const refused = await server.current.call('GET', `${RELATIONS}?format=csv`, { key })
    expectRefusal(refused, 403, 'read:service_topologies')
    const resources = await server.current.call('GET', '/api/resources?format=csv', { key })
    expectRefusal(resources, 403, 'read:service_topologies')
    const alerts = await server.current.call('GET', '/api/alerts?format=csv&unreached=1', { key })
    expectRefusal(alerts, 403, 'read:service_topologies')
    expect((await server.current.call('GET', '/api/alerts?format=csv', { key })).status).toBe(200)
  })

  it('should be a CMDB file whose import changes nothing', async () => {
    const records = [
      { resource: '=web', parent: '-vm', environment: 'Lab' },
      { resource: '-vm', parent: 'räck "1", left', environment: 'Lab' },
      { resource: '@db', parent: '+vm|1', environment: 'Production' },
    ]
    const importOf = async (query: string, type: string, body: string) =>
      await server.current.call('POST', `/api/resources/import?source=itop&${query}`, {
        body,
        headers: { 'Content-Type': type },
      })
    expect((await importOf('', 'application/json', JSON.stringify(records))).status).toBe(200)
    await server.current.opsgraph.putRelation(ADMIN, { environment: 'Lab', resource: 'lamp', parent: '=web' })
    const { text } = await get(`${RELATIONS}?format=csv&raw=1`)
    for (const mode of ['merge', 'replace']) {
      const { status, body } = await importOf(`dryRun=1&changes=1&mode=${mode}`, 'text/csv', text)
      expect([status, body.errors, body.changes]).toEqual([200, [], []])
      expect(body).toMatchObject({ relations: { create: 0, update: 0, remove: 0 } })
    }
    const several = { environment: 'Lab', resource: 'lamp', parent: '-vm' }
    await server.current.opsgraph.putRelation(ADMIN, several)
    const doubled = (await get(`${RELATIONS}?format=csv&raw=1`)).text
    expect((await importOf('dryRun=1', 'text/csv', doubled)).body).toMatchObject({
      errors: [{ code: 'duplicateRecord' }],
    })
    await server.current.opsgraph.deleteRelationsOf(ADMIN, several)
    const spoiled = (await get(`${RELATIONS}?format=csv`)).text
    expect((await importOf('dryRun=1', 'text/csv', spoiled)).body).toMatchObject({ relations: { create: 4 } })
  })
})

describe('GET /api/alerts?format=csv', () => {
  it('should answer the alerts that match, lists with | between their items', async () => {
    const { opsgraph } = server.current
    const alert = { environment: 'Production', event: 'DiskFull', severity: 'major' } as const
    const attributes = { weight: 3, owner: 'ann' }
    await opsgraph.receiveAlert(ADMIN, {
      ...{ ...alert, resource: 'disk', service: ['shop', 'mail'], tags: ['a', '-b'], attributes },
      text: '\tfull, "98 %"\nsince\u0000 noon',
    })
    await opsgraph.receiveAlert(ADMIN, {
      ...alert,
      resource: 'lamp',
      severity: 'minor',
      text: '\rcr',
      tags: ['-b', 'a'],
    })
    const { headers, text } = await get('/api/alerts?format=csv&severity=major')
    expect(headers.get('content-disposition')).toBe('attachment; filename="alerts.csv"')
    const [names = '', ...rest] = text.split('\n')
    expect(rest.join('\n')).toMatch(
      /^[0-9a-zA-Z-]+,Production,disk,DiskFull,major,open,,"shop\|mail",Misc,,"'\tfull, ""98 %""\nsince noon","a\|-b","\{""weight"":3,""owner"":""ann""\}",,exceptionAlert,/,
    )
    expect(names.split(',').slice(0, 12).join()).toBe(
      'id,environment,resource,event,severity,status,assignee,service,group,value,text,tags',
    )
    expect(rest.join()).not.toContain('\u0000')
    const minor = (await get('/api/alerts?format=csv&resource=lamp')).text
    expect(minor).toContain(`,"'\rcr","'-b|a",`)
    expect((await get('/api/alerts?format=csv&raw=1&resource=lamp')).text).toContain(',"\rcr","-b|a",')
  })
})

describe('GET /api/resources?format=csv', () => {
  it('should answer the resources with their counts', async () => {
    await server.current.opsgraph.putRelation(ADMIN, { environment: 'Lab', resource: 'web', parent: 'vm' })
    const { text } = await get('/api/resources?format=csv&orphan=0')
    const header = 'environment,resource,parents,children,nodes,alerts,rules,claims'
    expect(text).toBe(`${header}\nLab,vm,0,1,0,0,0,1\nLab,web,1,0,0,0,0,1\n`)
    expectRefusal(await get('/api/resources?format=csv&page=2'), 400, 'leave out page')
  })
})

describe('a list as CSV', () => {
  it('should be compressed if the caller accepts that', async () => {
    await server.current.opsgraph.putRelation(ADMIN, { resource: 'web', parent: 'vm' })
    const sent = { headers: { 'Accept-Encoding': 'br' } }
    const { headers, text } = await server.current.call('GET', `${RELATIONS}?format=csv`, sent)
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['br', 'Accept-Encoding'])
    expect(text).toMatch(/\n,web,vm,manual,/)
  })

  it('should answer JSON if the first rows cannot be read', async () => {
    const { call } = await failing(0)
    expectRefusal(await call('GET', `${RELATIONS}?format=csv`), 503, 'the database does not answer')
  })

  it.each(['1.0', '1.1'])('should reset the connection if later rows cannot be read (HTTP/%s)', async (version) => {
    const { url, logLines } = await failing(1)
    const { text, error } = await rawAnswer(url, version)
    expect(text).toMatch(/^HTTP\/1.1 200 OK/)
    expect(text.endsWith('0\r\n\r\n')).toBe(false)
    expect(error).toMatchObject({ code: 'ECONNRESET' })
    expect(logLines.join()).toContain('the second page is lost')
    await expect(
      fetch(`${url}${RELATIONS}?format=csv`, { headers: KEY }).then((answer) => answer.text()),
    ).rejects.toThrow('terminated')
  })

  it('should read on only as its caller receives, and let others write meanwhile', async () => {
    const pages = { read: 0 }
    const { url, opsgraph } = await paged(pages, 20_000)
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause()
    onTestFinished(() => void socket.destroy())
    socket.write(`GET ${RELATIONS}?format=csv HTTP/1.1\r\nHost: x\r\nAuthorization: Key ${ADMIN_KEY}\r\n\r\n`)
    await vi.waitUntil(() => pages.read > 0)
    await untilStill(pages)
    expect(pages.read).toBeLessThan(PAGES)
    await opsgraph.putRelation(ADMIN, { resource: 'zzz', parent: 'written meanwhile' })
    const text = await new Promise<string>((resolve) => {
      const received: Buffer[] = []
      socket.on('data', (chunk) => {
        received.push(chunk)
        if (String(Buffer.concat(received.slice(-2)).subarray(-5)) === '0\r\n\r\n') {
          resolve(Buffer.concat(received).toString())
        }
      })
      socket.resume()
    })
    expect(pages.read).toBe(PAGES + 1)
    expect(text).toContain('written meanwhile')
  })

  it('should take part in the budget of large answers, and give it back', async () => {
    const small = await server.current.another({}, { answerBudget: 1 })
    for (let time = 0; time < 3; time++) expect((await small.call('GET', `${RELATIONS}?format=csv`)).status).toBe(200)
    const pages = { read: 0 }
    const { url, call } = await paged(pages, 20_000, 1)
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause()
    socket.write(`GET ${RELATIONS}?format=csv HTTP/1.1\r\nHost: x\r\nAuthorization: Key ${ADMIN_KEY}\r\n\r\n`)
    await vi.waitUntil(() => pages.read > 0)
    expectRefusal(await call('GET', `${RELATIONS}?format=csv`), 503, 'too many large answers')
    socket.destroy()
    await vi.waitUntil(async () => (await call('HEAD', `${RELATIONS}?format=csv`)).status === 200, { timeout: 20_000 })
  })
})

// Helpers

const KEY = { Authorization: `Key ${ADMIN_KEY}` }
/** With names of this length, a page of 2,000 relations is larger than the buffers of a connection. */
const LONG = 'x'.repeat(240)
const PAGES = 10

async function get(path: string) {
  return await server.current.call('GET', path)
}

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `host ${String(index).padStart(5, '0')}`)
}

/** Starts a server whose store cannot read relations after this number of pages. */
async function failing(pages: number) {
  const store = new MemoryStore()
  const { after } = store.relations
  let read = 0
  Object.assign(store, {
    relations: {
      ...store.relations,
      after: (...asked: Parameters<typeof after>) => {
        if (read++ % (pages + 1) === pages) throw new OpsgraphError('unavailable', 'the second page is lost')
        return after(...asked)
      },
    },
  })
  const started = new TestServer({ store })
  await started.start()
  onTestFinished(() => started.stop())
  const relations = numbered(2_500).map((resource) => ({ resource, parent: 'hub' }))
  await started.opsgraph.putRelations(ADMIN, { relations })
  return { url: started.url, logLines: started.logLines, call: started.call.bind(started) }
}

/** Starts a server with this number of relations, and counts the pages that are read. */
async function paged(pages: { read: number }, count: number, answerBudget?: number) {
  const store = new MemoryStore()
  const { after } = store.relations
  const counted = (...asked: Parameters<typeof after>) => {
    pages.read++
    return after(...asked)
  }
  Object.assign(store, { relations: { ...store.relations, after: counted } })
  const started = new TestServer({ store }, answerBudget === undefined ? {} : { answerBudget })
  await started.start()
  onTestFinished(() => started.stop())
  const relations = numbered(count).map((name) => ({ resource: `${name} ${LONG}`, parent: LONG }))
  for (let start = 0; start < count; start += 5_000) {
    await started.opsgraph.putRelations(ADMIN, { sourceRef: LONG, relations: relations.slice(start, start + 5_000) })
  }
  return { url: started.url, opsgraph: started.opsgraph, call: started.call.bind(started) }
}

/** Resolves when no further page has been read for a while. */
async function untilStill(pages: { readonly read: number }): Promise<void> {
  for (let last = -1; last !== pages.read; ) {
    last = pages.read
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Receives everything on a connection, and the error that ends it. */
async function rawAnswer(url: string, version: string): Promise<{ text: string; error: unknown }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`GET ${RELATIONS}?format=csv HTTP/${version}\r\nHost: x\r\nAuthorization: Key ${ADMIN_KEY}\r\n\r\n`)
  let [text, error]: [string, unknown] = ['', undefined]
  socket.on('data', (chunk) => {
    text += chunk
  })
  await new Promise<void>((resolve) => {
    socket.on('error', (thrown) => {
      error = thrown
    })
    socket.on('close', () => resolve())
  })
  return { text, error }
}
