import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { findKey, KeyFileError, makePrivateDirectory, storeKey } from './kept-key.mjs'

let data: string
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'opsgraph-kept-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  data = join(folder, 'data')
})

describe('the admin key of npm start', () => {
  it('should be a new key of 32 characters, and not be stored before the server listens', () => {
    const { key, newFile } = find()
    expect(key).toMatch(/^[\w-]{32}$/)
    expect(newFile).toBe(join(data, 'admin-key'))
    expect(find().key).not.toBe(key)
    expect(() => readdirSync(data)).toThrow('ENOENT')
  })

  it('should be the same at the next start', () => {
    const { key, newFile = '' } = find()
    makePrivateDirectory(newFile)
    storeKey(newFile, key)
    expect(find()).toEqual({ key, newFile: undefined })
  })

  it('should be stored in a file and a directory that only the owner can read', () => {
    const file = join(data, 'admin-key')
    makePrivateDirectory(file)
    makePrivateDirectory(file)
    storeKey(file, KEY)
    expect([data, file].map(permissions)).toEqual([0o700, 0o600])
  })

  it('should never overwrite a stored key', () => {
    write(KEY)
    expect(() => storeKey(join(data, 'admin-key'), 'another')).toThrow('EEXIST')
    expect(readFileSync(join(data, 'admin-key'), 'utf8')).toBe(KEY)
  })

  it('should be a new key after the file is lost', () => {
    write(KEY)
    expect(find().key).toBe(KEY)
    rmSync(join(data, 'admin-key'))
    expect(find().key).not.toBe(KEY)
  })

  it('should be the value of ADMIN_KEY, and leave the stored key unchanged', () => {
    write(KEY)
    expect(findKey(['--data-dir', data], { ADMIN_KEY: 'of my own' })).toEqual({
      key: 'of my own',
      newFile: undefined,
    })
    expect(find().key).toBe(KEY)
  })

  it.each([
    [['--store', 'memory'], {}],
    [['--store=memory'], {}],
    [[], { OPSGRAPH_STORE: 'memory' }],
  ])('should not be stored if the data is only in memory: %j %j', (args, env) => {
    write(KEY)
    const { key, newFile } = findKey(['--data-dir', data, ...args], env)
    expect(key).not.toBe(KEY)
    expect(newFile).toBeUndefined()
  })

  it.each([
    [['--data-dir', 'here'], { OPSGRAPH_DATA_DIR: 'there' }, 'here/admin-key'],
    [['--port', '0', '--data-dir=here', '--host', '::1'], {}, 'here/admin-key'],
    [['--port', '0'], { OPSGRAPH_DATA_DIR: 'there' }, 'there/admin-key'],
    [[], { OPSGRAPH_DATA_DIR: '', ADMIN_KEY: '' }, 'opsgraph-data/admin-key'],
    [['--store', 'postgres'], { OPSGRAPH_STORE: 'memory' }, 'opsgraph-data/admin-key'],
    [['--data-dir'], {}, 'opsgraph-data/admin-key'],
  ])('should be stored in the data directory of the server: %j %j', (args, env, file) => {
    expect(findKey(args, env).newFile).toBe(join(file))
  })

  it.runIf(process.platform !== 'win32').each([0o640, 0o604, 0o620])(
    'should not be read from a file of mode %o',
    (mode) => {
      write(KEY, mode)
      expect(find).toThrow(
        new KeyFileError(`${data}/admin-key is open to others (mode ${mode.toString(8)}): ${ADVICE}`),
      )
    },
  )

  it.each(['', '\n', 'short', `${'x'.repeat(32)}\n${'y'.repeat(32)}`])(
    'should not be read from a file with the content %j',
    (text) => {
      write(text)
      expect(find).toThrow(new KeyFileError(`${data}/admin-key does not hold a key of npm start: ${ADVICE}`))
    },
  )

  it('should not be read from a directory, or from a file that cannot be read', () => {
    mkdirSync(join(data, 'admin-key'), { recursive: true })
    expect(find).toThrow(new KeyFileError(`${data}/admin-key is not a file: ${ADVICE}`))
    rmSync(join(data, 'admin-key'), { recursive: true })
    symlinkSync('admin-key', join(data, 'admin-key'))
    expect(find).toThrow(/admin-key cannot be read \(ELOOP[^\n]*\): change its owner, or delete it/)
  })
})

// Helpers

const KEY = 'k'.repeat(32)
const ADVICE = 'delete it to get a new key, or set ADMIN_KEY'

function find() {
  return findKey(['--data-dir', data], {})
}

function write(text: string, mode = 0o600): void {
  mkdirSync(data, { recursive: true })
  writeFileSync(join(data, 'admin-key'), text)
  chmodSync(join(data, 'admin-key'), mode)
}

function permissions(path: string): number {
  return statSync(path).mode & 0o777
}
