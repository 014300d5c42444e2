import { describe, expect, it } from 'vitest'
import { expectRefusal, type TestServer, useServer } from './test-server.js'

const server = useServer()
const IMPORT = '/api/resources/import'
const RECORDS = [{ environment: 'Lab', resource: 'disk', parent: 'db', services: ['shop'] }]

describe('plans over HTTP', () => {
  it('should apply the plan of a dry run, undo it, and refuse both a second time', async () => {
    const dry = await post(`${IMPORT}?dryRun=1&plan=1`, RECORDS)
    const { plan } = dry.body as { readonly plan: object }
    const checked = await post('/api/resources/plans/apply?dryRun=1&changes=1', plan)
    expect(checked.body).toMatchObject({ applied: false, changesTotal: expect.any(Number) })
    const applied = await post('/api/resources/plans/apply', plan)
    expect(applied.body).toMatchObject({ status: 'ok', applied: true, leftHash: expect.any(String) })
    expectRefusal(await post('/api/resources/plans/apply', plan), 409, /the plan is another one now/)
    const done = { ...plan, applied: { time: '2026-01-01T00:00:00.000Z', hash: applied.body.leftHash } }
    const undone = await post('/api/resources/plans/undo', done)
    expect(undone.body).toMatchObject({ status: 'ok', applied: true, relations: { remove: 1 } })
    const again = await post('/api/resources/plans/undo', done)
    expectRefusal(again, 409, /undone already/)
    expect(again.body.errors).toMatchObject([{ code: 'planNotApplied', path: 'applied' }])
    expect((await call('GET', '/api/resources/relations')).body).toMatchObject({ total: 0 })
  })

  it('should refuse a planHash of another plan, and answer 409', async () => {
    const { body } = await post(`${IMPORT}?dryRun=1`, RECORDS)
    expectRefusal(await post(`${IMPORT}?planHash=${body.planHash}`, []), 409, /the plan is another one now/)
    expect((await post(`${IMPORT}?planHash=${body.planHash}`, RECORDS)).status).toBe(200)
  })

  it('should say what is wrong with a body that is no plan', async () => {
    const cut = '{"format": "opsgraph-plan", "version": 1, "items": [{"reso'
    for (const path of ['/api/resources/plans/apply', '/api/resources/plans/undo']) {
      expectRefusal(await call('POST', path, { body: cut }), 400, /the file is not valid JSON/)
      const utf16 = Buffer.from(`\uFEFF${cut}`, 'utf16le')
      expectRefusal(await call('POST', path, { body: utf16 }), 400, /the file is UTF-16: save it as UTF-8/)
      expectRefusal(await post(path, RECORDS), 400, /format must be "opsgraph-plan"/)
      const large = `{"format": "${'x'.repeat(64 * 1024 ** 2)}"}`
      expectRefusal(await call('POST', path, { body: large }), 413, 'the body is longer than 67108864 bytes')
    }
  })

  it('should import nothing of a UTF-16 file that is cut in the middle, nor of a file of one cell of 20 MB', async () => {
    const text = Buffer.from('\uFEFFresource,parent\ndisk,db\nfan,rack\n', 'utf16le')
    const headers = { 'Content-Type': 'text/csv' }
    for (const plan of ['', '?plan=1', '?dryRun=1&plan=1']) {
      const cut = await call('POST', `${IMPORT}${plan}`, { body: text.subarray(0, -1), headers })
      expectRefusal(cut, 400, 'invalid CMDB import')
      expect(cut.body.errors).toMatchObject([
        { path: 'body', message: expect.stringContaining('ends in the middle of a character') },
      ])
      const cell = await call('POST', `${IMPORT}${plan}`, { body: `resource\n${'x'.repeat(19_900_000)}`, headers })
      expectRefusal(cell, 400, 'invalid CMDB import')
      expect(cell.body.errors).toMatchObject([{ code: 'valueTooLong', message: expect.stringMatching(/line 2/) }])
    }
    expect((await call('GET', '/api/resources/relations')).body).toMatchObject({ total: 0 })
  })
})

// Helpers

const call: TestServer['call'] = (...request) => server.current.call(...request)

function post(path: string, json: unknown) {
  return call('POST', path, { json })
}
