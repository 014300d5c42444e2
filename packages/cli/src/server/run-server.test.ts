import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/temporary-files.js'
import { findConsoleFolder } from './run-server.js'

it('should return the folder of the console only after it is built', () => {
  const home = temporaryDirectory()
  const built = join(home, 'node_modules/@opsgraph/web/dist')
  mkdirSync(built, { recursive: true })
  writeFileSync(join(dirname(built), 'package.json'), '{}')
  const from = pathToFileURL(join(home, 'opsgraph.js')).href
  expect(findConsoleFolder(from)).toBeUndefined()
  writeFileSync(join(built, 'index.html'), '')
  expect(findConsoleFolder(from)).toBe(built)
})
