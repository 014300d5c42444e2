import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDirectory } from '../src/embedded/private-directory.js'

describe('makeDirectory', () => {
  let root = ''
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'opsgraph-'))
  })
  afterAll(() => rm(root, { recursive: true }))

  it('should create the missing parent directories for this user only, and leave what exists', async () => {
    const path = join(root, 'a', 'b', 'c')
    await makeDirectory(path)
    await makeDirectory(path)
    for (const each of [path, join(path, '..')]) expect((await stat(each)).mode & 0o777).toBe(0o700)
  })

  it('should report why it failed', async () => {
    const file = join(root, 'file')
    await writeFile(file, '')
    await expect(makeDirectory(file)).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(makeDirectory(join(file, 'below'))).rejects.toMatchObject({ code: 'EEXIST' })
  })

  it.runIf(process.platform === 'linux')('should fail where nothing can be created', async () => {
    await expect(makeDirectory('/proc/opsgraph/data')).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
