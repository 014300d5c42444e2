import { WEBHOOK_PRESETS } from '../src/webhook/preset/all-presets.js'
import { faultOf, prepare, type SampleDelivery } from './serve-delivery.js'

/** A tool, and deliveries that it sends. */
export interface SampleTool {
  readonly tool: string
  readonly deliveries: readonly SampleDelivery[]
}

/** Whether a tool is served: one preset gives the expected result for every delivery of the tool. */
export interface ServedTool {
  readonly tool: string
  readonly isServed: boolean
  /** The preset that serves the tool, or else the preset with the most correct deliveries. */
  readonly preset: string
  /** The first fault of `preset`; empty if the tool is served. */
  readonly reason: string
}

/** Sends the deliveries of each tool through all presets, until one of them serves the tool. */
export function servedTools(tools: readonly SampleTool[]): readonly ServedTool[] {
  const presets = WEBHOOK_PRESETS.map(prepare)
  return tools.map(({ tool, deliveries }) => {
    let best = { tool, isServed: false, preset: '', reason: 'no preset' }
    let most = -1
    for (const preset of presets.toSorted((one, other) => likeness(tool, other.id) - likeness(tool, one.id))) {
      const faults = deliveries.flatMap((delivery) => faultOf(preset, delivery) ?? [])
      const [reason] = faults
      if (reason === undefined) return { tool, isServed: true, preset: preset.id, reason: '' }
      const correct = deliveries.length - faults.length
      if (correct <= most) continue
      most = correct
      best = { tool, isServed: false, preset: preset.id, reason }
    }
    return best
  })
}

/** One line, such as `70 of 75 tools are served: 93.3 %`. */
export function shareServed(rows: readonly ServedTool[]): string {
  const served = rows.filter(({ isServed }) => isServed).length
  return `${served} of ${rows.length} tools are served: ${((100 * served) / rows.length).toFixed(1)} %`
}

/**
 * How well the id of a preset fits the name of a tool: the total length of those words of the id that occur in the
 * name. Presets that fit best are tried first, so that the reason says what these presets lack.
 */
function likeness(tool: string, id: string): number {
  const name = tool.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const words = id.split('-').filter((word) => name.includes(word))
  return words.join('').length
}
