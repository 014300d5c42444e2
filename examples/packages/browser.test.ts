import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** The globals of browsers that opsgraph uses. */
const GLOBALS = { atob, btoa, crypto, setTimeout, structuredClone, TextDecoder, TextEncoder, Uint8Array }

const PAGE = `
import { createOpsgraph } from '@opsgraph/core'
import { readFilter } from '@opsgraph/core/pure'
import { MemoryStore } from '@opsgraph/store-memory'

export async function run() {
  const opsgraph = createOpsgraph({ store: new MemoryStore() })
  const me = { user: 'ann', scopes: ['admin'], requestId: null }
  await opsgraph.putRelation(me, { environment: 'Production', resource: 'disk', parent: 'database' })
  const { ancestors } = await opsgraph.readResourceGraph(me, { environment: 'Production', resource: 'disk' })
  const secrets = await opsgraph.createApiKey(me, { scopes: ['read'] }).catch((error) => error.message)
  return { ancestors, secrets, filter: readFilter({}, 'filter') }
}`

it('should bundle the built packages for browsers, without Node modules, and run', async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: PAGE, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'page',
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  const inputs = Object.values(metafile.inputs).flatMap(({ imports }) => imports)
  const ofNode = inputs.filter(({ path, external }) => external || builtinModules.includes(path.replace(/^node:/, '')))
  expect(ofNode).toEqual([])
  const result: unknown = await runInNewContext(`${outputFiles[0]?.text}; page.run()`, { ...GLOBALS })
  // The JSON round trip is needed because the object was created in another realm, with its own prototypes.
  expect(JSON.parse(JSON.stringify(result))).toEqual({
    ancestors: [{ resource: 'database', depth: 1, path: ['disk', 'database'] }],
    secrets: 'signatures, secrets and hashes need Node: browsers have no synchronous cryptography',
    filter: { operator: 'AND', clauses: [] },
  })
})
