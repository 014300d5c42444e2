import { WEBHOOK_PRESETS } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import { runProgram } from '../../test/run-program.js'

describe('opsgraph webhook presets', () => {
  it('should list every preset with its scheme', async () => {
    const { printed } = await runProgram(['webhook', 'presets'])
    expect(printed.map((line) => line.split(' ')[0])).toEqual(WEBHOOK_PRESETS.map(({ id }) => id))
    expect(printed[1]).toMatch(/^alertmanager +Prometheus Alertmanager +scheme static$/)
  })

  it.each(WEBHOOK_PRESETS)('should print the preset $id, and note the setup of the tool', async (preset) => {
    const { id, name, config, policies, hints } = preset
    const { text, noted } = await runProgram(['webhook', 'presets', id])
    expect(JSON.parse(text)).toEqual({ id, name, ...config, policies })
    expect(noted).toEqual([
      expect.stringMatching(/^add "authSecret", /),
      expect.stringContaining('POST /api/webhook_config'),
      ...hints,
    ])
  })

  it('should list the presets for an unknown name', async () => {
    await expect(runProgram(['webhook', 'presets', 'nagios'])).rejects.toMatchObject({
      name: 'UsageError',
      message: `there is no such preset: it must be one of ${WEBHOOK_PRESETS.map(({ id }) => id).join(', ')}`,
    })
  })
})
