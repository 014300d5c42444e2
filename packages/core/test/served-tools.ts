import { WEBHOOK_PRESETS } from '../src/webhook/preset/all-presets.js'
import { faultOf, prepare } from './serve-delivery.js'
import type { SampleDelivery } from './tool-samples.js'

/** A tool, and deliveries that it sends. */
export interface SampleTool {
  readonly tool: string
  readonly deliveries: readonly SampleDelivery[]
}

/** Whether a tool is served: one preset gives the expected result for every delivery of the tool. */
export interface ServedTool {
  readonly tool: string
  readonly isServed: boolean
  /**
   * The preset that serves the tool. If there is none: among the presets whose ids resemble the name of the tool, the
   * preset with the most correct deliveries; empty if no id resembles the name.
   */
  readonly preset: string
  /** Why the tool is not served: the first fault of `preset`, or that there is no preset; empty if it is served. */
  readonly reason: string
}

/** Sends the deliveries of each tool through all presets, until one of them serves the tool. */
export function servedTools(tools: readonly SampleTool[]): readonly ServedTool[] {
  const presets = WEBHOOK_PRESETS.map(prepare)
  return tools.map(({ tool, deliveries }) => {
    let best = { tool, isServed: false, preset: '', reason: 'there is no preset for it' }
    let most = -1
    const ranked = presets.map((preset) => ({ preset, like: likeness(tool, preset.id) }))
    for (const { preset, like } of ranked.toSorted((one, other) => other.like - one.like)) {
      const faults = deliveries.flatMap((delivery) => faultOf(preset, delivery) ?? [])
      const [reason] = faults
      if (reason === undefined) return { tool, isServed: true, preset: preset.id, reason: '' }
      const correct = deliveries.length - faults.length
      if (like === 0 || correct <= most) continue
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
