import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Shell, splitCommands } from './shell.js'

const folder = mkdtempSync(join(tmpdir(), 'opsgraph-shell-'))
let shell: Shell
beforeEach(() => {
  shell = new Shell(folder, { PATH: process.env.PATH ?? '' })
})
afterEach(() => shell.end())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('Shell', () => {
  it('should keep variables, functions and aliases between blocks', async () => {
    await shell.run('A=one\nalias say=\'echo said\'\nboth() {\n  echo $A "$1"\n}')
    expect(await shell.run('both two\nsay so')).toEqual({ output: 'one two\nsaid so\n', failed: [] })
  })

  it('should record the status of each failed command, and run the next one', async () => {
    expect(await shell.run('false\n\n# a comment\n(exit 3)\necho on')).toEqual({ output: 'on\n', failed: [1, 3] })
  })

  it.each(['cat <<< a', 'cat <(echo a)', '[[ a == a ]]'])('should refuse what only bash knows: %s', async (text) => {
    const ran = await shell.run(text).catch((error: Error) => error)
    expect(ran instanceof Error || ran.failed.length > 0).toBe(true)
  })
})

it('splitCommands should split a script where a command is complete', () => {
  expect(splitCommands("echo 'a\nb'\n\n# note\nf() {\n  true\n}\necho \\\n  c | \n cat\n")).toEqual([
    "echo 'a\nb'\n",
    '\n# note\nf() {\n  true\n}\n',
    'echo \\\n  c | \n cat\n',
  ])
})
