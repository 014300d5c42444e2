import { describe, expect, it } from 'vitest'
import { ISSUE_CODES } from '../../packages/core/src/pure.js'
import { onThreeStores } from './on-three-stores.js'
import { REFUSED_FILES } from './refused-topology-files.js'
import { topologyApi } from './topology-api.js'
import { PATH } from './topology-files.js'

describe('the refused files', () => {
  it('should cover every code of an import', () => {
    const shown = new Set(REFUSED_FILES.flatMap(({ faults }) => faults.map(([code]) => code)))
    // No file can cause these two codes: an import replaces colliding ids by new ids, and licenseLimit depends on the
    // installation.
    expect([...shown, 'idCollision', 'licenseLimit'].toSorted()).toEqual([
      ...new Set([...ISSUE_CODES.transfer, ...ISSUE_CODES.graph].toSorted()),
    ])
  })
})

onThreeStores((server) => {
  const api = topologyApi(server)

  /** Posts each file, and returns the answers by title. Checks that a dry run gives the same answer. */
  const refusals = async (files: typeof REFUSED_FILES) => {
    const refusals: [string, unknown][] = []
    for (const { title, file } of files) {
      const { status, message, errors = [] } = await api.import(file, { mode: 'merge' })
      expect([title, await api.plan(file, { mode: 'merge' })]).toMatchObject([title, { status, message, errors }])
      for (const { path, message: words } of errors) expect(words.startsWith('after merge: ')).toBe(isMerged(path))
      refusals.push([title, { status, message, faults: errors.map(({ code, path }) => [code, path]) }])
    }
    return Object.fromEntries(refusals)
  }

  const expected = (files: typeof REFUSED_FILES) =>
    Object.fromEntries(
      files.map(({ title, faults }) => [title, { status: 'error', message: 'invalid import', faults }]),
    )

  /** Reads everything that an import can write. */
  const written = async () => {
    const bodies = [PATH, `${PATH}_policy`, '/api/service_catalog', '/api/resources/relations', '/api/audit']
    return await Promise.all(bodies.map(async (path) => await api.call(`GET`, path)))
  }

  it('should report every fault of a file with its code and path, and write nothing', async () => {
    const files = REFUSED_FILES.filter(({ before }) => before === undefined)
    expect(await refusals(files)).toEqual(expected(files))
    expect(await written()).toMatchObject(Array.from({ length: 5 }, () => ({ total: 0 })))
  })

  it.each(REFUSED_FILES.filter(({ before }) => before !== undefined))('should refuse $title', async (row) => {
    await api.import(row.before, { mode: 'merge' })
    const before = await written()
    expect(await refusals([row])).toEqual(expected([row]))
    expect(await written()).toEqual(before)
  })
})

// Helpers

function isMerged(path: string): boolean {
  return /^(topologies\[\d+\]\.)?after merge: /.test(path)
}
