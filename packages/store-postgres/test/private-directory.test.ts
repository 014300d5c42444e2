import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeFiles, makePrivateDirectory } from '../src/embedded/private-directory.js'

const OWN_FILE = 'postgres/PG_VERSION'
const isRoot = process.getuid?.() === 0

describe.skipIf(process.platform === 'win32')('makePrivateDirectory', () => {
  let root: string
  let directory: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'opsgraph-private-'))
    directory = join(root, 'data')
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  it('should create a directory and its parents that only this user can enter', async () => {
    await makePrivateDirectory(join(directory, 'below'), OWN_FILE)
    expect(await modesBelow(root)).toEqual({ data: '700', 'data/below': '700' })
  })

  it.each(['empty', 'of an earlier database'])('should close a directory that is %s', async (kind) => {
    await mkdir(join(directory, ...(kind === 'empty' ? [] : ['postgres'])), { recursive: true })
    if (kind !== 'empty') await writeFile(join(directory, OWN_FILE), '18')
    await chmod(directory, 0o777)
    await makePrivateDirectory(directory, OWN_FILE)
    expect((await modesBelow(root)).data).toBe('700')
  })

  it('should refuse an open directory with files of others, and not change it', async () => {
    await mkdir(directory)
    await writeFile(join(directory, 'notes'), '')
    await chmod(directory, 0o755)
    await expect(makePrivateDirectory(directory, OWN_FILE)).rejects.toMatchObject({
      kind: 'forbidden',
      message: `the data directory ${directory} is open to other users and holds files that are not of opsgraph: close it with \`chmod 700\` if only you use it`,
    })
    expect((await modesBelow(root)).data).toBe('755')
    await chmod(directory, 0o700)
    expect(await makePrivateDirectory(directory, OWN_FILE)).toBe(directory)
  })

  it.runIf(isRoot)('should refuse the directory of another user, even as root', async () => {
    await mkdir(directory, { mode: 0o700 })
    await chown(directory, 65_534, 65_534)
    await expect(makePrivateDirectory(directory, OWN_FILE)).rejects.toMatchObject({
      kind: 'forbidden',
      message: `the data directory ${directory} belongs to the user 65534, and opsgraph runs as the user 0: let both be the same user`,
    })
  })

  it('should only create the directory where users have no ids, as on Windows', async () => {
    const { getuid } = process
    try {
      Reflect.deleteProperty(process, 'getuid')
      await mkdir(directory)
      await chmod(directory, 0o777)
      await makePrivateDirectory(directory, OWN_FILE)
      await closeFiles(directory)
    } finally {
      if (getuid !== undefined) process.getuid = getuid
    }
    expect((await modesBelow(root)).data).toBe('777')
  })
})

describe.skipIf(process.platform === 'win32')('closeFiles', () => {
  it('should give files the mode 600 and folders the mode 700, and follow no link', async () => {
    const root = await mkdtemp(join(tmpdir(), 'opsgraph-private-'))
    await mkdir(join(root, 'data', 'base', '1'), { recursive: true })
    await writeFile(join(root, 'data', 'base', '1', 'file'), '')
    await writeFile(join(root, 'elsewhere'), '')
    await symlink(join(root, 'elsewhere'), join(root, 'data', 'link'))
    for (const path of ['data', 'data/base', 'data/base/1', 'data/base/1/file', 'elsewhere'])
      await chmod(join(root, path), 0o766)
    await closeFiles(join(root, 'data'))
    const { data, 'data/base': base, 'data/base/1/file': file, elsewhere } = await modesBelow(root)
    await rm(root, { recursive: true })
    expect({ data, base, file, elsewhere }).toEqual({ data: '700', base: '700', file: '600', elsewhere: '766' })
  })
})

// Helpers

async function modesBelow(root: string): Promise<Record<string, string>> {
  const names = await readdir(root, { recursive: true })
  const modes = names.map(async (name) => [name, ((await stat(join(root, name))).mode & 0o7777).toString(8)] as const)
  return Object.fromEntries(await Promise.all(modes))
}
