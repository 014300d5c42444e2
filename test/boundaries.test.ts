import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CONFIG = '.dependency-cruiser.cjs'
const LISTS = ['packages', ...['core', 'http', 'notify', 'web', 'store-postgres'].map((name) => `packages/${name}/src`)]

describe('the rules of imports', () => {
  let clone: string

  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'opsgraph-boundaries-'))
    onTestFinished(() => rmSync(clone, { recursive: true }))
    cpSync(join(ROOT, CONFIG), join(clone, CONFIG))
    for (const parent of LISTS) {
      const folders = readdirSync(join(ROOT, parent), { withFileTypes: true }).filter((entry) => entry.isDirectory())
      for (const { name } of folders) mkdirSync(join(clone, parent, name), { recursive: true })
    }
  })

  it.each(LISTS)('should refuse a folder in %s that has no rules', (parent) => {
    mkdirSync(join(clone, parent, 'new-folder'))
    expect(load).toThrow(`${CONFIG}: ${parent}/new-folder is not listed`)
  })

  it('should refuse rules for folders that do not exist', () => {
    for (const name of ['impact', 'port']) rmSync(join(clone, 'packages/core/src', name), { recursive: true })
    expect(load).toThrow(/packages\/core\/src\/impact does not exist; packages\/core\/src\/port does not exist$/)
  })

  it('should see the npm modules whose files are in a folder `dist`', () => {
    const options = ['--config', CONFIG, '--output-type', 'json', 'packages/core/src/time-ordered-id.ts']
    const cruiser = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
    const { modules } = JSON.parse(
      execFileSync(process.execPath, [cruiser, ...options], { cwd: ROOT, encoding: 'utf8' }),
    )
    const sources: readonly string[] = modules.map(({ source }: { source: string }) => source)
    expect(sources).toContainEqual(expect.stringMatching(/\/uuidv7\/dist\//))
  })

  function load(): unknown {
    return createRequire(import.meta.url)(join(clone, CONFIG))
  }
})
