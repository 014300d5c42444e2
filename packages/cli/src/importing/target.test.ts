import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it } from 'vitest'
import { runProgram } from '../../test/run-program.js'
import { KEY_ENV, startServer } from '../../test/start-server.js'
import { temporaryDirectory } from '../../test/temporary-files.js'

const CSV = fileURLToPath(new URL('../../../../examples/cmdb/inventory.csv', import.meta.url))
const SHOP = fileURLToPath(new URL('../../../../examples/gitops/topologies/web-shop.json', import.meta.url))

describe('OPSGRAPH_URL', () => {
  it('should name the server of every command that uses one', async () => {
    const { url, opsgraph } = await startServer()
    const env = { ...KEY_ENV, OPSGRAPH_URL: url }
    await runProgram(['cmdb', 'import', CSV, '--yes'], { env })
    await runProgram(['topology', 'import', SHOP, '--mode', 'replace', '--yes'], { env })
    const caller = { user: 'ann', scopes: ['admin' as const], requestId: null }
    expect((await opsgraph.listRelations(caller, {})).total).toBeGreaterThan(0)
    for (const args of [
      ['cmdb', 'plan', CSV],
      ['topology', 'plan', SHOP, '--mode', 'replace'],
    ]) {
      const planned = await runProgram(args, { env })
      expect([planned.noted, planned.text]).toEqual([[], expect.stringMatching(/nothing to change$/)])
    }
    const exported = JSON.parse((await runProgram(['topology', 'export'], { env })).written)
    expect(exported.topologies.length).toBeGreaterThan(1)
    const impact = await runProgram(['impact', 'web-1', '--environment', 'Production', '--json'], { env })
    expect(JSON.parse(impact.text).status).toBe('ok')
  })

  it('should be overridden by --state', async () => {
    const state = join(temporaryDirectory(), 'state.jsonl')
    await runProgram(['snapshot', 'save', state], { store: new MemoryStore() })
    const env = { ...KEY_ENV, OPSGRAPH_URL: 'http://127.0.0.1:1' }
    const { status } = await runProgram(['cmdb', 'plan', CSV, '--exit-code', '--state', state], { env })
    expect(status).toBe(2)
  })

  it('should be named in the message about a server that does not answer', async () => {
    const file = join(temporaryDirectory(), 'a.csv')
    writeFileSync(file, 'resource,parent\na,b\n')
    const env = { ...KEY_ENV, OPSGRAPH_URL: 'http://nowhere.invalid' }
    await expect(runProgram(['cmdb', 'plan', file], { env })).rejects.toThrow(
      /^http:\/\/nowhere\.invalid cannot be found/,
    )
  })
})
