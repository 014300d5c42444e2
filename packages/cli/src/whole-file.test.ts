import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../test/temporary-files.js'
import { chooseTemporaryName, removeStaleFiles, writeWholeFile } from './whole-file.js'

describe('writeWholeFile', () => {
  it('should remove the temporary files of a killed process, but not of others', async () => {
    const folder = temporaryDirectory()
    const target = join(folder, 'state.jsonl')
    const { pid: dead } = spawnSync('true')
    const left = `state.jsonl.${dead}-0123abcd@${hostname()}.tmp`
    const others = [
      `state.jsonl.${process.pid}-0123abcd@${hostname()}.tmp`,
      `state.jsonl.${dead}-0123abcd@another-machine.tmp`,
      `other.jsonl.${dead}-0123abcd@${hostname()}.tmp`,
      'state.jsonl.tmp',
    ]
    for (const name of [left, ...others]) writeFileSync(join(folder, name), '')
    await writeWholeFile(target, (write) => write('all of it'))
    expect(readdirSync(folder).sort()).toEqual(['state.jsonl', ...others].sort())
    expect(readFileSync(target, 'utf8')).toBe('all of it')
  })

  it('should recognize its own names', async () => {
    const target = join(temporaryDirectory(), 'state.jsonl')
    const { pid: dead } = spawnSync('true')
    const left = chooseTemporaryName(target).replace(`.${process.pid}-`, `.${dead}-`)
    writeFileSync(left, '')
    await removeStaleFiles(target)
    expect(readdirSync(join(target, '..'))).toEqual([])
  })
})
