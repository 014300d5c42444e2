import { type ErrorKind, OpsgraphError } from '@opsgraph/core'
import { Registry } from 'prom-client'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ImportMetrics } from './import-metrics.js'

const ONE = { kind: 'cmdb', dryRun: false } as const

describe('ImportMetrics', () => {
  it('should measure the duration of an import in seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { metrics, text } = measuring()
    await metrics.time(ONE, async () => void vi.advanceTimersByTime(1_500))
    expect(await text()).toContain('_sum{kind="cmdb",dry_run="false",result="done"} 1.5\n')
  })

  it.each<ErrorKind>(['invalid', 'conflict', 'tooLarge', 'forbidden'])('should count %s as a refusal', async (kind) =>
    expect(await resultOf(new OpsgraphError(kind, 'no'))).toBe('refused'),
  )

  it.each([
    ['an unreachable database', new OpsgraphError('unavailable', 'connect ECONNREFUSED')],
    ['a busy database', new OpsgraphError('busy', 'others write')],
    ['a bug', new TypeError('a bug')],
  ])('should count %s as a failure', async (_what, error) => expect(await resultOf(error)).toBe('failed'))
})

// Helpers

function measuring() {
  const registry = new Registry()
  return { metrics: new ImportMetrics(registry), text: () => registry.metrics() }
}

/** The label `result` that is recorded for an import that ends with this error. */
async function resultOf(error: Error): Promise<string | undefined> {
  const { metrics, text } = measuring()
  await expect(metrics.time(ONE, () => Promise.reject(error))).rejects.toBe(error)
  return /_count\{.*result="(\w+)"\} 1\n/.exec(await text())?.[1]
}
