import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../limits.js'
import { readTopologyFile } from './read-topology-file.js'

const OPTIONS = { service: '', newId: () => 'id' }

describe('readTopologyFile', () => {
  it('should return the text without a byte order mark, and its contents', async () => {
    const text = '{"topology": {"service": "shop"}, "nodes": [{"id": "s", "kind": "service", "label": "shop"}]}'
    const file = await readTopologyFile(Buffer.from(`\ufeff${text}`), OPTIONS)
    expect(file).toMatchObject({ text, documents: [{ service: 'shop' }], issues: [] })
    const faulty = await readTopologyFile(Buffer.from('{'), OPTIONS)
    expect(faulty).toMatchObject({ text: '{', documents: [], issues: [{ code: 'invalidJson', path: 'body' }] })
  })

  it.each([
    ['that is too large', Buffer.alloc(LIMITS.transferBytes + 1, ' '), 'tooLarge'],
    ['in UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'invalidJson'],
  ])('should return no text for a file %s', async (_, bytes, code) => {
    const file = await readTopologyFile(bytes, OPTIONS)
    expect(file).toMatchObject({ text: undefined, documents: [], issues: [{ code, path: 'body' }] })
  })

  it('should read nothing of a file whose announced size is too large', async () => {
    const unread = (async function* () {
      yield* []
      throw new Error('it was read')
    })()
    const { issues } = await readTopologyFile(unread, { ...OPTIONS, size: LIMITS.transferBytes + 1 })
    expect(issues).toMatchObject([{ code: 'tooLarge' }])
  })
})
