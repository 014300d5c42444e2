import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SpanStart, Tracer } from '@opsgraph/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { prepareDataDirectory } from '../../../test/once-a-run/prepared-directory.js'
import { openEmbeddedStore } from '../src/index.js'

const SECRET = 'a-value-that-is-sent'

describe('a store with a tracer', () => {
  it('should make a span of each transaction and each statement, and tell no value', async () => {
    const { tracer, spans } = recording()
    const store = await openEmbeddedStore({ dataDir: await directory(), tracer })
    spans.length = 0
    await store.transaction(async (parts) => {
      await parts.lock('catalog')
      return parts.apiKeys.readByDigest(SECRET)
    })
    await store.snapshot((parts) => parts.webhooks.read(SECRET))
    await store.ping()
    await store.close()
    const names = spans.map(({ name }) => name)
    expect(names).toContain('transaction write')
    expect(names).toContain('transaction snapshot')
    const statements = spans.filter(({ kind }) => kind === 'client')
    expect(statements.length).toBeGreaterThanOrEqual(3)
    for (const { attributes } of statements) {
      expect(attributes).toMatchObject({ 'db.system.name': 'postgresql', 'db.operation.name': 'select' })
    }
    expect(JSON.stringify(spans)).not.toContain(SECRET)
  })

  it('should show how the pool stands where there is one', async () => {
    const store = await openEmbeddedStore({ dataDir: await directory() })
    expect(store.poolCounts).toBeUndefined()
    await store.close()
  })
})

// Helpers

async function directory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'opsgraph-trace-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  await prepareDataDirectory(path)
  return path
}

function recording(): { readonly tracer: Tracer; readonly spans: SpanStart[] } {
  const spans: SpanStart[] = []
  const span = { rename: () => undefined, set: () => undefined, fail: () => undefined }
  const tracer: Tracer = {
    span: (start, work) => {
      spans.push(start)
      return work(span)
    },
  }
  return { tracer, spans }
}
