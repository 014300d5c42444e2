import { WEBHOOK_PRESETS } from '@opsgraph/core/pure'
import type { Command } from 'commander'
import type { Ports } from '../ports.js'
import { createPaint, formatTable } from '../text.js'
import { findPreset, toWebhookBody } from '../webhook/config-file.js'

/** Adds `opsgraph webhook presets`. */
export function addWebhookPresets(webhook: Command, ports: Ports): void {
  webhook
    .command('presets')
    .description(
      'list the presets for common tools, or print one with its alert policies as JSON for POST /api/webhook_config',
    )
    .argument('[name]', 'the preset to print; instructions for the tool go to stderr')
    .action((name: string | undefined) => showPresets(name, ports))
}

/**
 * Lists the presets. If `id` is given, prints only this preset: as a body of POST /api/webhook_config with its alert
 * policies, and with hints for setting up the tool.
 *
 * @throws UsageError if the preset does not exist
 */
function showPresets(id: string | undefined, { print, note, terminal }: Ports): void {
  if (id === undefined) {
    for (const line of formatTable(presetRows(), createPaint(terminal.isColored))) print(line.trimStart())
    return
  }
  const preset = findPreset(id)
  print(JSON.stringify(toWebhookBody(preset), undefined, 2))
  note(`add "authSecret", the secret that is also configured in ${preset.name}`)
  note('send it to POST /api/webhook_config, which also creates its alert policies')
  for (const hint of preset.hints) note(hint)
}

function presetRows() {
  return WEBHOOK_PRESETS.map(({ id, name, config }) => [
    { text: id, style: 'bold' as const },
    { text: name, isLeftAligned: true },
    { text: `scheme ${config.authHeaderScheme}`, isLeftAligned: true },
  ])
}
