import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lockDirectory } from '../src/embedded/directory-lock.js'

describe('lockDirectory', () => {
  let directory: string
  let lock: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'opsgraph-lock-'))
    lock = join(directory, 'lock')
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))

  it('should give a directory to one of many that lock it at the same time', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(directory)))
    const taken = attempts.filter((attempt) => attempt.status === 'fulfilled')
    expect(taken).toHaveLength(1)
    await taken[0]?.value()
    await expect(readFile(lock)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('should refuse a directory that a running process has locked, and name both', async () => {
    const text = `${process.ppid} elsewhere\n`
    await writeFile(lock, text)
    await expect(lockDirectory(directory)).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(new RegExp(`${directory}.*process ${process.ppid}`)),
    })
    expect(await readFile(lock, 'utf8')).toBe(text)
  })

  it('should refuse a directory that a process of another user has locked', async () => {
    vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
    })
    await writeFile(lock, `${process.ppid} elsewhere\n`)
    await expect(lockDirectory(directory)).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('should leave no lock when it was refused', async () => {
    await writeFile(lock, `${process.ppid} elsewhere\n`)
    await expect(lockDirectory(directory)).rejects.toMatchObject({ kind: 'unavailable' })
    await rm(lock)
    await expect(lockDirectory(directory).then((release) => release())).resolves.toBeUndefined()
    expect(await readdir(directory)).toEqual([])
  })

  it.each([
    ['of a process that has ended', `${2 ** 22 + 1} ended\n`],
    ['of an ended process with the number of this one', `${process.pid} before\n`],
    ['that names no process', 'nobody'],
    ['that is empty', ''],
  ])('should take over a lock %s', async (_, stale) => {
    await writeFile(lock, stale)
    const release = await lockDirectory(directory)
    expect(await readFile(lock, 'utf8')).toMatch(new RegExp(`^${process.pid} `))
    expect(await readdir(directory)).toEqual(['lock'])
    await release()
    await expect(lockDirectory(directory).then((again) => again())).resolves.toBeUndefined()
  })

  it('should be released by its holder, not by an earlier holder', async () => {
    const before = await lockDirectory(directory)
    await before()
    const release = await lockDirectory(directory)
    await before()
    await expect(lockDirectory(directory)).rejects.toMatchObject({ kind: 'unavailable' })
    await release()
  })

  it('should not release a lock that another process has taken over', async () => {
    const release = await lockDirectory(directory)
    await writeFile(lock, `${process.ppid} elsewhere\n`)
    await release()
    expect(await readFile(lock, 'utf8')).toBe(`${process.ppid} elsewhere\n`)
  })
})
