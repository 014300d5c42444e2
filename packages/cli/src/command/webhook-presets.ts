import { WEBHOOK_PRESETS } from '@opsgraph/core/pure'
import { UsageError } from '../faults.js'
import type { Ports } from '../ports.js'
import { painter, table } from '../text.js'

/**
 * Lists the presets. If `id` is given, prints only this preset: as a body of POST /api/webhook_config with its alert
 * policies, and with hints on how to set up the tool.
 *
 * @throws UsageError if the preset does not exist
 */
export function showPresets(id: string | undefined, { print, note, terminal }: Ports): void {
  if (id === undefined) {
    for (const line of table(rows(), painter(terminal.isColored))) print(line.trimStart())
    return
  }
  const preset = findPreset(id)
  print(JSON.stringify(bodyOf(preset), undefined, 2))
  note(`add "authSecret", the secret that is also configured in ${preset.name}`)
  note('send it to POST /api/webhook_config, which also creates its alert policies')
  for (const hint of preset.hints) note(hint)
}

type WebhookPreset = (typeof WEBHOOK_PRESETS)[number]

/** @throws UsageError if the preset does not exist */
export function findPreset(id: string): WebhookPreset {
  const preset = WEBHOOK_PRESETS.find((candidate) => candidate.id === id)
  if (preset !== undefined) return preset
  throw new UsageError(
    `there is no such preset: it must be one of ${WEBHOOK_PRESETS.map((known) => known.id).join(', ')}`,
  )
}

/** The body of POST /api/webhook_config for a preset, with its alert policies and without the secret. */
export function bodyOf({ id, name, config, policies }: WebhookPreset): object {
  return { id, name, ...config, policies }
}

function rows() {
  return WEBHOOK_PRESETS.map(({ id, name, config }) => [
    { text: id, style: 'bold' as const },
    { text: name, isWord: true },
    { text: `scheme ${config.authHeaderScheme}`, isWord: true },
  ])
}
