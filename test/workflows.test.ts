import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILES = readdirSync(`${ROOT}.github`, { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(?:workflows|actions)\/.*\.yml$/.test(name))
  .map((name) => ({ name, text: readFileSync(`${ROOT}.github/${name}`, 'utf8') }))
const SCRIPTS = Object.keys(JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')).scripts)
/** Commands of pnpm itself, and of installed packages. */
const OTHER = ['install', 'store', 'audit', 'vitest', 'changeset']

describe.each(FILES)('.github/$name', ({ text }) => {
  it('should use actions of others by commit only, because a tag can be moved', () => {
    const used = Array.from(text.matchAll(/uses: (\S+)(.*)$/gm), ([, action = '', comment = '']) => action + comment)
    expect(used.filter((action) => !/^(?:\.\/\S+|[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(action))).toEqual([])
  })

  it('should run scripts, tests and actions that exist', () => {
    const scripts = Array.from(text.matchAll(/(?:run: |^ +)(?:pnpm|npm run) ([a-z][\w:]*)/gm), ([, name = '']) => name)
    expect(scripts.filter((name) => !SCRIPTS.includes(name) && !OTHER.includes(name))).toEqual([])
    const tests = Array.from(text.matchAll(/\b(?:packages|test|examples|scripts)\/[\w./-]+/g), ([path]) => path)
    const actions = Array.from(text.matchAll(/uses: \.\/(\S+)/g), ([, path]) => `${path}/action.yml`)
    expect([...tests, ...actions].filter((path) => !existsSync(ROOT + path))).toEqual([])
  })
})
