import { createOpsgraph, type Tracer } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it } from 'vitest'
import { traceUseCases } from './trace-requests.js'

describe('traced', () => {
  it('should create a span for each use-case, and none for the counts of the graph in memory', async () => {
    const names: string[] = []
    const tracer: Tracer = {
      span: ({ name }, work) => {
        names.push(name)
        return work({ rename: () => undefined, set: () => undefined, fail: () => undefined })
      },
    }
    const opsgraph = traceUseCases(createOpsgraph({ store: new MemoryStore() }), tracer)
    expect(opsgraph.graphMemoryCounts()).toMatchObject({ bytes: 0, environments: 0 })
    await opsgraph.ping()
    expect(names).toEqual(['ping'])
  })
})
