import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../limits.js'
import { readCmdbFile } from './read-cmdb-file.js'

describe('readCmdbFile', () => {
  it('should read whole bodies, and pieces cut anywhere', async () => {
    const bytes = new TextEncoder().encode('\uFEFFresource,environment\nä,E\n')
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
    for (const body of [bytes, pieces]) {
      expect((await readCmdbFile(body, { environment: '' })).records).toMatchObject([{ resource: 'ä' }])
    }
  })

  it('should use the requested format, or else detect it', async () => {
    const bytes = new TextEncoder().encode('[{"resource": "a"}]')
    expect((await readCmdbFile(bytes, { environment: '' })).records).toHaveLength(1)
    const { issues } = await readCmdbFile(bytes, { environment: '', format: 'csv' })
    expect(issues).toMatchObject([{ code: 'invalidCsvHeader', path: 'header' }])
  })

  it('should stop reading beyond 20 MiB, and report it', async () => {
    let taken = 0
    let isClosed = false
    async function* endless() {
      try {
        for (;;) yield new Uint8Array(++taken && 1024 ** 2)
      } finally {
        isClosed = true
      }
    }
    const { issues, records } = await readCmdbFile(endless(), { environment: '' })
    expect(issues).toMatchObject([{ code: 'bodyTooLarge', path: 'body' }])
    expect([records, taken, isClosed]).toEqual([[], 21, true])
    const whole = await readCmdbFile(new Uint8Array(LIMITS.cmdbBytes + 1), { environment: '' })
    expect(whole.issues).toMatchObject([{ code: 'bodyTooLarge', path: 'body' }])
  })

  it.each([[Uint8Array.of(0xff, 0xfe, 0x5b)], [Uint8Array.of(0x1f, 0x8b)], [Uint8Array.of(0x72, 0xe9)]])(
    'should refuse %j, which is no text',
    async (bytes) => {
      const { issues } = await readCmdbFile(bytes, { environment: '', fileName: 'cmdb.csv' })
      expect(issues).toMatchObject([{ code: 'invalidJson', path: 'body' }])
    },
  )
})
