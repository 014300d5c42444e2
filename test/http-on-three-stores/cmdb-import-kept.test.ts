import { describe, expect, it } from 'vitest'
import { CSV as CSV_FILE, PATH, postTo, RECORDS } from './cmdb-files.js'
import { onThreeStores } from './on-three-stores.js'

/** Cases in which an import could lose, misread or refuse data without saying so (rules.md#cmdb-import). */
onThreeStores((server) => {
  const post = postTo(server)
  const csv = async (text: string | Uint8Array, query: Readonly<Record<string, string>> = {}) => {
    const headers = { 'Content-Type': 'text/csv' }
    const { status, body } = await post({ body: Buffer.from(text), headers }, `?${new URLSearchParams(query)}`)
    return { ...body, status } as unknown as Answer
  }
  const json = async (value: unknown, query: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await post({ json: value }, `?${new URLSearchParams(query)}`)
    return { ...body, status } as unknown as Answer
  }
  const relations = async () => {
    const { body } = await server.current.call('GET', '/api/resources/relations')
    return body.relations as readonly Stored[]
  }
  const node = async (service: string, label: string) => {
    const { body } = await server.current.call('GET', `/api/service_topology/${service}?column=service_name`)
    const { nodes } = body.topology as { nodes: readonly { label: string; params: object }[] }
    return nodes.find((candidate) => candidate.label === label)
  }

  describe('POST /api/resources/import', () => {
    it('should warn of a misspelt field before replace removes what it should have said', async () => {
      await json([{ resource: 'pdu-1', environment: 'Lab', parent: 'rack-c' }], { source: 'dcim' })
      const misspelt = [{ resource: 'pdu-1', environment: 'Lab', parrent: 'rack-c' }]
      const dry = await json(misspelt, { source: 'dcim', mode: 'replace', dryRun: '1' })
      expect(dry.relations).toMatchObject({ remove: 1 })
      expect(dry.warnings).toMatchObject([{ code: 'unknownColumn', row: 0, params: { meant: 'parent' } }])
      expect(dry.warnings[0]?.message).toContain('parrent')
    })

    it('should keep the type and the attributes that a second file does not mention', async () => {
      await csv('resource,environment,services,type,attr.site,attr.owner\nnas-5,Lab,files,nas,hall 2,kim\n')
      const answer = await csv('resource,environment,parent,services,attr.owner\nnas-5,Lab,share,files,\n')
      expect(answer.topologies[0]?.nodes).toMatchObject({ update: 0, unchanged: 3 })
      const params = { cmdbSource: 'cmdb', type: 'nas', attributes: { site: 'hall 2', owner: 'kim' } }
      expect(await node('files', 'nas-5')).toMatchObject({ params })
    })

    it('should keep a host that another source still lists, so that its alert still hurts the service', async () => {
      const columns = 'resource,environment,services\n'
      await csv(`${columns}san-3,Lab,archive\n`, { source: 'hypervisors' })
      await csv(`${columns}san-3,Lab,archive\n`, { source: 'storage' })
      await csv(`${columns}san-4,Lab,scratch\n`, { source: 'hypervisors', mode: 'replace' })
      expect(await node('archive', 'san-3')).toMatchObject({ params: { cmdbSource: 'storage', claims: ['storage'] } })
      const alert = { resource: 'san-3', environment: 'Lab', event: 'Down', severity: 'critical', service: [] }
      await server.current.call('POST', '/api/alert', { json: alert })
      const { body } = await server.current.call('GET', '/api/impact?service=archive')
      expect(body.services).toMatchObject([{ service: 'archive', severity: 'critical' }])
    })

    it('should name what forms a loop with another source, and write nothing', async () => {
      await csv('resource,environment,parent,services\nbus,Lab,,mes\nplc-3,Lab,bus,mes\n', { source: 'dcim' })
      const refused = await csv('resource,environment,parent,services\nbus,Lab,plc-3,mes\n', { source: 'scada' })
      expect(refused).toMatchObject({ status: 400, message: 'invalid CMDB import' })
      expect(refused.errors).toHaveLength(1)
      expect(refused.errors[0]).toMatchObject({ code: 'cycle', path: 'topologies[mes].edges' })
      expect(refused.errors[0]?.message).toBe(
        'edges form a loop: bus (environment Lab, record 0 of this file, source dcim) -> plc-3 (environment Lab, source dcim) -> bus (environment Lab, record 0 of this file, source dcim)',
      )
      expect(await relations()).toHaveLength(1)
    })

    it('should confirm what it finds unchanged, and nothing else', async () => {
      await csv('resource,environment,parent\nap-1,Lab,wifi\nap-2,Lab,wifi\n')
      const [first, second] = await relations()
      await new Promise((resolve) => setTimeout(resolve, 5))
      await csv('resource,environment,parent\nap-1,Lab,wifi\n', { dryRun: '1' })
      expect(await relations()).toEqual([first, second])
      const again = await csv('resource,environment,parent\nap-1,Lab,wifi\n')
      expect(again.relations).toMatchObject({ update: 0, unchanged: 1 })
      const [confirmed, left] = await relations()
      expect({ ...confirmed, updateTime: '' }).toEqual({ ...first, updateTime: '' })
      expect((confirmed?.updateTime ?? '') > (first?.updateTime ?? '')).toBe(true)
      expect(left).toEqual(second)
    })

    it('should limit what replace removes to the environments of the file, or warn of what goes', async () => {
      await csv('resource,environment,parent\ncam-1,East,nvr\ncam-1,West,nvr\n', { mode: 'replace' })
      const part = 'resource,environment,parent\ncam-2,East,nvr\n'
      const whole = await csv(part, { mode: 'replace', dryRun: '1' })
      expect(whole.warnings).toContainEqual(
        expect.objectContaining({
          code: 'environmentEmptied',
          row: null,
          params: expect.objectContaining({ environment: 'West' }),
        }),
      )
      expect((await csv(part, { mode: 'replace', scope: 'environments' })).relations).toMatchObject({ remove: 1 })
      expect((await relations()).map(({ environment, resource }) => `${environment} ${resource}`)).toEqual([
        'East cam-2',
        'West cam-1',
      ])
    })

    it('should take a record with several parents, and move one of them', async () => {
      const host = (resource: string, parents: readonly string[]) => ({ resource, environment: 'Lab', parents })
      const guests = ['dns', 'ntp'].map((resource) => ({ resource, environment: 'Lab' }))
      const first = await json([host('kvm-1', ['dns', 'ntp']), host('kvm-2', []), ...guests])
      expect([first.relations.create, first.warnings]).toEqual([2, []])
      const moved = await json([host('kvm-1', ['dns']), host('kvm-2', ['ntp']), ...guests])
      expect(moved.relations).toEqual({ create: 1, update: 0, remove: 1, unchanged: 1 })
      expect((await relations()).map(({ resource, parent }) => `${resource} ${parent}`)).toEqual([
        'kvm-1 dns',
        'kvm-2 ntp',
      ])
      const twice = await json([host('kvm-1', ['dns']), host('kvm-1', ['ntp'])])
      expect(twice.errors).toMatchObject([{ code: 'duplicateRecord', path: 'records[1]' }])
    })

    it('should leave out records with faults if asked to, and say which', async () => {
      const file = 'resource,environment,parent\nfw-1,Lab,edge\n,Lab,edge\nfw-2,Lab,fw-2\n'
      expect((await csv(file)).status).toBe(400)
      const dry = await csv(file, { skipInvalid: '1', dryRun: '1' })
      const answer = await csv(file, { skipInvalid: '1' })
      expect({ ...answer, applied: false }).toEqual({ ...dry })
      expect(answer).toMatchObject({ status: 200, applied: true, records: { total: 1, skipped: 2 } })
      expect(answer.errors.map(({ code, path }) => `${code} ${path}`)).toEqual([
        'missingResource records[1].resource',
        'selfParent records[2].parent',
      ])
      expect(answer.relations).toMatchObject({ create: 1 })
      expect(await json(RECORDS, { skipInvalid: '1', dryRun: '1' })).toMatchObject({
        records: { skipped: 0 },
        errors: [],
      })
    })

    it('should warn of what a record without services says in vain', async () => {
      const answer = await csv('resource,environment,type,attr.site\nmodem-9,Lab,modem,hall 1\n', { dryRun: '1' })
      expect(answer.warnings).toMatchObject([
        { code: 'notStored', row: 0, params: { resource: 'modem-9', fields: 'type and attributes' } },
      ])
    })

    it('should read the shapes of files that other programs write', async () => {
      const count = async (answer: Promise<Answer>) => (await answer).records?.total
      const latin = Buffer.from('resource;environment;parent\nvalve-1;Lab;behälter\n', 'latin1')
      expect((await csv(latin, { dryRun: '1' })).errors[0]?.message).toContain('encoding=windows-1252')
      expect(await count(csv(latin, { encoding: 'windows-1252' }))).toBe(1)
      expect((await relations())[0]?.parent).toBe('behälter')
      expect(await count(csv(`\ufeffsep=,\r\n${CSV_FILE}`, { dryRun: '1' }))).toBe(3)
      expect(await count(csv(Buffer.from(`\ufeff${CSV_FILE}`, 'utf16le'), { dryRun: '1' }))).toBe(3)
      expect(await count(csv(CSV_FILE.replaceAll(',', '\t'), { dryRun: '1' }))).toBe(3)
      expect(await count(csv('Host,Serves\ndb,shop\n', { dryRun: '1', map: 'Host:resource,Serves:parent' }))).toBe(1)
      expect(await count(json({ result: RECORDS }, { dryRun: '1' }))).toBe(3)
      expect(await count(json({ results: RECORDS, next: null }, { dryRun: '1' }))).toBe(3)
      const lines = RECORDS.map((record) => JSON.stringify(record)).join('\n')
      const headers = { 'Content-Type': 'application/x-ndjson' }
      expect((await post({ body: lines, headers }, '?dryRun=1')).body.records).toMatchObject({ total: 3 })
    })

    it.each([
      ['scope=all', 'scope must be one of source, environments'],
      ['encoding=utf-16', 'encoding must be one of utf-8, windows-1252, iso-8859-1'],
      ['map=Name', 'map needs a name and a field, such as Name:resource, for Name'],
      ['skipInvalid=maybe', 'skipInvalid must be one of'],
    ])('should refuse %s with 400', async (query, message) => {
      const { status, body } = await server.current.call('POST', `${PATH}?${query}`, { json: RECORDS })
      expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
    })
  })
})

// Helpers

interface Counters {
  readonly create: number
  readonly update: number
  readonly remove: number
  readonly unchanged: number
}

interface Answer {
  readonly status: unknown
  readonly message?: string
  readonly applied?: boolean
  readonly records?: { readonly total: number; readonly skipped?: number }
  readonly relations: Counters
  readonly topologies: readonly { readonly nodes: Counters; readonly edges: Counters }[]
  readonly warnings: readonly {
    readonly code: string
    readonly message: string
    readonly row: number | null
    readonly params: object
  }[]
  readonly errors: readonly { readonly code: string; readonly path: string; readonly message: string }[]
}

interface Stored {
  readonly environment: string
  readonly resource: string
  readonly parent: string
  readonly updateTime: string
}
