import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiKey } from '@opsgraph/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbeddedStore } from '../src/index.js'

describe('openEmbeddedStore', () => {
  let home: string
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'opsgraph-embedded-'))
  })
  afterAll(() => rm(home, { recursive: true, force: true }))

  it('should keep committed changes, and its directory locked, until it is closed', async () => {
    const [dataDir, left] = [join(home, 'made', 'when missing'), join(home, 'left behind')]
    const store = await openEmbeddedStore({ dataDir })
    await store.apiKeys.add(KEY, 'digest')
    const later = { ...KEY, id: 'later' }
    await store.transaction((parts) => parts.apiKeys.add(later, 'another digest'))
    await expect(openEmbeddedStore({ dataDir: `${dataDir}/` })).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining(dataDir),
    })
    // The copy contains what a killed process would leave: the files as they are now, including the lock file of the
    // process.
    await cp(dataDir, left, { recursive: true })
    await store.close()
    await expect(store.apiKeys.count()).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(store.transaction((parts) => parts.apiKeys.count())).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(store.close()).resolves.toBeUndefined()
    for (const directory of [dataDir, left]) {
      const again = await openEmbeddedStore({ dataDir: directory })
      expect(await again.apiKeys.read(KEY.id)).toEqual(KEY)
      expect(await again.apiKeys.read(later.id)).toEqual(later)
      await again.close()
    }
  })

  it('should not keep a directory locked if it cannot open the database', async () => {
    const dataDir = join(home, 'broken')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'postgres'), 'a file, not a directory')
    await expect(openEmbeddedStore({ dataDir })).rejects.toThrow()
    expect(await readdir(dataDir)).toEqual(['postgres'])
  })
})

// Helpers

const KEY: ApiKey = {
  id: 'key',
  user: 'alice',
  scopes: ['read'],
  text: '',
  createTime: '2026-01-01T00:00:00.000Z',
  expireTime: null,
  lastUsedTime: null,
}
