import { WEBHOOK_PRESETS } from '@opsgraph/core/pure'
import { UsageError } from '../faults.js'

type WebhookPreset = (typeof WEBHOOK_PRESETS)[number]

/** @throws UsageError if the preset does not exist */
export function findPreset(id: string): WebhookPreset {
  const preset = WEBHOOK_PRESETS.find((candidate) => candidate.id === id)
  if (preset !== undefined) return preset
  throw new UsageError(
    `there is no such preset: it must be one of ${WEBHOOK_PRESETS.map((known) => known.id).join(', ')}`,
  )
}

/** The body of POST /api/webhook_config for a preset, without the secret. */
export function bodyOf({ id, name, config, policies }: WebhookPreset): object {
  return { id, name, ...config, policies }
}
