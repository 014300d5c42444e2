import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { USE_CASE_SCOPES } from '../../packages/core/src/index.js'
import { openInEditor, type Place } from '../../scripts/editor.mjs'

const CORE = fileURLToPath(new URL('../../packages/core/', import.meta.url))
const USE_CASES = Object.keys(USE_CASE_SCOPES)
const CODE = `
  import { createOpsgraph, type Store } from '@opsgraph/core'
  declare const store: Store
  const opsgraph = createOpsgraph({ store })
  ${USE_CASES.map((name) => `opsgraph.${name}\n`).join('')}`

/** An ESM and CommonJS project in which the published declarations are installed. */
const project = mkdtempSync(join(tmpdir(), 'opsgraph-hover-'))
beforeAll(() => {
  const installed = join(project, 'node_modules/@opsgraph/core')
  mkdirSync(installed, { recursive: true })
  cpSync(join(CORE, 'package.json'), join(installed, 'package.json'))
  execFileSync(process.execPath, [join(CORE, 'scripts/declarations.mjs'), join(installed, 'dist')])
}, 60_000)
afterAll(() => rmSync(project, { recursive: true }))

const HERE = fileURLToPath(new URL('.', import.meta.url))
const EDITORS: readonly (readonly [what: string, place: Place, customConditions: string[]])[] = [
  ['the sources', { folder: HERE, extension: '.mts' }, ['@opsgraph/source']],
  ['the published declarations, in an ESM project', { folder: project, extension: '.mts' }, []],
  ['the published declarations, in a CommonJS project', { folder: project, extension: '.cts' }, []],
]

describe.each(EDITORS)('an editor that reads %s', (_, place, customConditions) => {
  const hover = openInEditor(place, CODE, { customConditions })

  it('should show the docstring and the parameters of createTopology', () => {
    const { type, documentation } = hover('createTopology')
    expect(type).toContain('createTopology: (caller: Caller, topology: TopologyInput) => Promise<Topology>')
    expect(documentation).toMatch(/^Creates the topology of a service that has no topology yet/)
  })

  it('should show a docstring and names of parameters for every use-case', () => {
    for (const name of USE_CASES) {
      const { type, documentation } = hover(`${name}\n`)
      expect(documentation, name).toMatch(/^[A-Z].*[.]/s)
      expect(type, name).toMatch(new RegExp(`${name}: \\((?:[a-z]\\w*\\??: .*)?\\) => Promise<`, 's'))
      // Destructured parameters have no name: editors call them __0.
      expect(type, name).not.toContain('__')
    }
  })
})
