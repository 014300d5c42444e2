import { OpsgraphError } from '../../opsgraph-error.js'
import { WEBHOOK, type WebhookInput } from '../webhook-config.js'
import { WEBHOOK_PRESETS } from './all-presets.js'
import type { WebhookPreset } from './webhook-preset.js'

/**
 * Finds a preset by its id (rules.md#presets-2).
 *
 * @throws OpsgraphError `invalid`, with the ids of all presets
 */
export function findPreset(id: string): WebhookPreset {
  const preset = WEBHOOK_PRESETS.find((candidate) => candidate.id === id)
  if (preset !== undefined) return preset
  const known = WEBHOOK_PRESETS.map((each) => each.id).join(', ')
  throw new OpsgraphError('invalid', `there is no preset ${id}; there are ${known}`)
}

/**
 * A body for a new webhook: the configuration of the preset and its policies. Fields that the caller has sent replace
 * the fields of the preset (rules.md#presets-2). By default, the webhook has the id of the preset, and the name of the
 * tool.
 */
export function withPreset({ id, name, config, policies }: WebhookPreset, sent: WebhookInput = {}): WebhookInput {
  return WEBHOOK.overlay({ id, name, ...config, policies }, sent) as WebhookInput
}
