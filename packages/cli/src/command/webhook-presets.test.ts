import { readFileSync } from 'node:fs'
import { WEBHOOK_PRESETS } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import { runProgram } from '../../test/run-program.js'

describe('opsgraph webhook presets', () => {
  it('should list every preset with its scheme', async () => {
    const { printed } = await runProgram(['webhook', 'presets'])
    expect(printed.map((line) => line.split(' ')[0])).toEqual(WEBHOOK_PRESETS.map(({ id }) => id))
    expect(printed[0]).toBe('alertmanager    Prometheus Alertmanager  scheme static')
  })

  it.each(WEBHOOK_PRESETS.map(({ id, hints }) => [id, hints] as const))(
    'should print %s like its example, and note the setup of the tool',
    async (id, hints) => {
      const { text, noted } = await runProgram(['webhook', 'presets', id])
      const file = new URL(`../../../../examples/webhooks/${id}/config.json`, import.meta.url)
      expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync(file, 'utf8')))
      expect(noted).toEqual([expect.stringMatching(/^before you send it, add "authSecret": /), ...hints])
    },
  )

  it('should list the presets for an unknown name', async () => {
    await expect(runProgram(['webhook', 'presets', 'nagios'])).rejects.toMatchObject({
      name: 'UsageError',
      message: `there is no such preset: it must be one of ${WEBHOOK_PRESETS.map(({ id }) => id).join(', ')}`,
    })
  })
})
