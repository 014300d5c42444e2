import { expect, it } from 'vitest'
import { type SampleTool, servedTools, shareServed } from '../../../test/served-tools.js'
import { readSamples, type SampleDelivery, sampledTools } from '../../../test/tool-samples.js'

it('should serve every tool of the samples by its own preset, among all presets', () => {
  const tools = sampledTools().map(readTool)
  const rows = servedTools(tools)
  process.stdout.write(`${shareServed(rows)}\n`)
  expect(rows).toEqual(tools.map(({ tool }) => ({ tool, preset: tool, isServed: true, reason: '' })))
})

it('should serve no tool with a delivery that gets another result than expected', () => {
  const { tool, deliveries } = readTool('alertmanager')
  const tools = [
    { from: 'problem', to: { kind: 'recovery' }, reason: /^recovery: expected .*, got .* \/ major \// },
    { from: 'recovery', to: { kind: 'problem' }, reason: /^problem: expected .*, got .* \(closed\)$/ },
    { from: 'problem', to: { kind: 'ignore', expect: [] }, reason: /^ignore: .* was not expected$/ },
    { from: 'ignore', to: { kind: 'problem', expect: [{}] }, reason: /^problem: expected {}, got nothing$/ },
  ] as const
  const rows = servedTools(
    tools.map(({ from, to }) => {
      const at = deliveries.findIndex(({ kind }) => kind === from)
      return {
        tool,
        deliveries: deliveries.map((delivery, index) => (index === at ? { ...delivery, ...to } : delivery)),
      }
    }),
  )
  expect(rows).toEqual(
    tools.map(({ reason }) => ({ tool, preset: tool, isServed: false, reason: expect.stringMatching(reason) })),
  )
  expect(shareServed(rows)).toBe('0 of 4 tools are served: 0.0 %')
})

it('should say of a tool that resembles no preset that there is no preset for it', () => {
  const { deliveries } = readTool('statuscake')
  const tools = ['Nagios XI', 'Nagios with Icinga'].map((tool) => ({ tool, deliveries: [...deliveries, STRANGE] }))
  expect(servedTools(tools)).toEqual([
    { tool: 'Nagios XI', isServed: false, preset: '', reason: 'there is no preset for it' },
    { tool: 'Nagios with Icinga', isServed: false, preset: 'icinga', reason: expect.stringMatching(/^problem: /) },
  ])
  expect(servedTools([{ tool: 'Nagios XI', deliveries }])).toMatchObject([{ isServed: true, preset: 'statuscake' }])
})

// Helpers

/** A delivery that no preset serves. */
const STRANGE: SampleDelivery = { kind: 'problem', payload: { what: 'strange' }, expect: [{ resource: 'strange' }] }

function readTool(tool: string): SampleTool {
  return { tool, deliveries: readSamples(tool).deliveries }
}
