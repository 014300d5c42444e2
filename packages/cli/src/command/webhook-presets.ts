import { WEBHOOK_PRESETS } from '@opsgraph/core/pure'
import { UsageError } from '../faults.js'
import type { Ports } from '../ports.js'
import { painter, table } from '../text.js'
import { bodyOf, findPreset } from '../webhook/find-preset.js'

export interface PresetFlags {
  readonly policies?: boolean
}

/**
 * Lists the presets. If `id` is given, prints only this preset: as a body of POST /api/webhook_config with hints on how
 * to set up the tool, or as a list of its alert policies.
 *
 * @throws UsageError if the preset does not exist, or if no preset is named for `--policies`
 */
export function showPresets(id: string | undefined, flags: PresetFlags, { print, note, terminal }: Ports): void {
  if (id === undefined) {
    if (flags.policies === true) throw new UsageError('--policies needs the name of a preset')
    for (const line of table(rows(), painter(terminal.isColored))) print(line.trimStart())
    return
  }
  const preset = findPreset(id)
  if (flags.policies === true) {
    print(JSON.stringify(preset.policies, undefined, 2))
    return
  }
  print(JSON.stringify(bodyOf(preset), undefined, 2))
  note(`add "authSecret", the secret that is also configured in ${preset.name}`)
  note(`send it to POST /api/webhook_config?preset=${id}, which also creates the alert policies of the preset`)
  for (const hint of preset.hints) note(hint)
}

function rows() {
  return WEBHOOK_PRESETS.map(({ id, name, config }) => [
    { text: id, style: 'bold' as const },
    { text: name, isWord: true },
    { text: `scheme ${config.authHeaderScheme}`, isWord: true },
  ])
}
