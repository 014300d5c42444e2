import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import * as door from './pure.js'

const SOURCES = dirname(fileURLToPath(import.meta.url))

describe('the entry point for pure functions', () => {
  it('should read, check and lay out a graph in a page', async () => {
    const { code } = await bundle('readGraph, indexGraph, validateGraph, deriveGraph, layOut')
    const label: unknown = runInNewContext(
      `${code}
      const { graph, issues } = door.readGraph(nodes, edges, () => 'edge')
      const index = door.indexGraph(graph)
      if (issues.length + door.validateGraph(index).length > 0) throw new Error('faults')
      const positions = door.layOut(graph, 'LR')
      const [first] = door.deriveGraph(index).nodes.toSorted((a, b) => positions.get(b.id).x - positions.get(a.id).x)
      first.label`,
      {
        nodes: [
          { id: 's', kind: 'service', label: 'Shop' },
          { id: 'e', kind: 'environment', label: 'Production' },
        ],
        edges: [{ source: 's', target: 'e' }],
      },
    )
    expect(label).toBe('Production')
  })

  it('should compile filters in a page', async () => {
    const { code } = await bundle('readFilter, compileFilter')
    const clauses = [{ key: 'resource', op: '~', value: '^db-[0-9]+$' }]
    const script = `${code}; door.compileFilter(door.readFilter(filter, 'filters'))({ resource: 'db-17' })`
    expect(runInNewContext(script, { filter: { clauses } })).toBe(true)
  })

  it('should bundle a regular expression engine only for pages with filters', async () => {
    const withEngine = [
      ...['compileFilter', 'compileImpact', 'hurtableServices', 'readFilter', 'readDocuments', 'readTopologyFile'],
      ...['compileAlertPolicies', 'ALERT_POLICY'],
      // These functions compile the filter `testPayloads`, so they need the regular expression engine.
      ...['readMapping', 'readNewWebhook'],
    ]
    const others = Object.keys(door).filter((name) => !withEngine.includes(name))
    expect(others).toContain('readGraph')
    expect(await hasEngine(others)).toBe(false)
    for (const name of withEngine) expect(await hasEngine([name])).toBe(true)
  })
})

async function hasEngine(names: readonly string[]): Promise<boolean> {
  const { files } = await bundle(names.join(', '))
  return files.some((file) => file.includes('re2js'))
}

/** Bundles a page that imports these names. Returns its code and the source files that contribute to it. */
async function bundle(imports: string): Promise<{ readonly code: string; readonly files: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export { ${imports} } from './pure.js'`, resolveDir: SOURCES },
    bundle: true,
    platform: 'browser',
    conditions: ['@opsgraph/source'],
    format: 'iife',
    globalName: 'door',
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  const [output] = Object.values(metafile.outputs)
  const files = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  return { code: outputFiles[0]?.text ?? '', files: files.map(([file]) => file) }
}
