import { describe, expect, it } from 'vitest'
import { draftsOf, prepare } from '../../../test/serve-delivery.js'
import { readSamples } from '../../../test/tool-samples.js'
import type { AlertAction } from '../../alert-policy/alert-action.js'
import { WEBHOOK_PRESETS } from './all-presets.js'
import type { PresetFilter, WebhookPreset } from './webhook-preset.js'

describe.each(WEBHOOK_PRESETS)('the policies of the preset $id', (preset) => {
  it('should each change what becomes of a sample of the tool', () => {
    const { policies } = preset
    const all = outcome(preset)
    const idle = policies.filter(
      (policy) => outcome({ ...preset, policies: policies.filter((other) => other !== policy) }) === all,
    )
    expect(idle.map(({ name }) => name)).toEqual([])
  })

  it('should read only fields that the mapping or an earlier policy may fill', () => {
    const filled = new Set(mappedFields(preset))
    const unread: string[] = []
    for (const { filters, actions } of preset.policies) {
      unread.push(...keysOf(filters).filter((key) => !filled.has(key)))
      for (const action of actions) {
        unread.push(...sourcesOf(action).filter((field) => !filled.has(field)))
        for (const field of targetsOf(action)) filled.add(field)
      }
    }
    expect(unread).toEqual([])
  })

  it('should fill in no field that has a default value', () => {
    const emptied = preset.policies.flatMap(({ actions }) =>
      actions.flatMap((each) => ('set' in each ? [each.set] : [])),
    )
    const isFull = (field: string) =>
      Object.hasOwn(preset.config.defaultValues, field) && !emptied.includes(field as never)
    const fills = preset.policies.flatMap(({ actions }) => actions.flatMap(filledIfEmpty))
    expect(fills.filter(isFull)).toEqual([])
  })
})

// Helpers

/** The alerts that a preset makes of the samples of its tool. */
function outcome(preset: WebhookPreset): string {
  const ready = prepare(preset)
  return JSON.stringify(readSamples(preset.id).deliveries.map((sample) => draftsOf(ready, sample)))
}

/** The fields that the mapping or the default values of a preset fill. */
function mappedFields({ config }: WebhookPreset): readonly string[] {
  const { attributes, ...fields } = config.fieldMappings
  const named = [...Object.keys(fields), ...Object.keys(config.defaultValues)]
  return [...named, ...Object.keys(attributes ?? {}).map((key) => `attributes.${key}`)]
}

function keysOf({ clauses }: PresetFilter = { clauses: [] }): readonly string[] {
  return clauses.flatMap((clause) => ('key' in clause ? [clause.key] : keysOf(clause)))
}

/** The fields that an action reads and that must come from the payload. */
function sourcesOf(action: AlertAction): readonly string[] {
  if ('copy' in action || 'join' in action) return action.from
  return 'extract' in action ? [action.from] : []
}

function targetsOf(action: AlertAction): readonly string[] {
  if ('copy' in action) return [action.copy]
  if ('join' in action) return [action.join]
  if ('extract' in action) return [action.extract]
  if ('translate' in action) return [action.translate]
  return 'set' in action ? [action.set] : []
}

/** The field that an action fills only if it is empty. */
function filledIfEmpty(action: AlertAction): readonly string[] {
  if ('copy' in action) return action.when === 'always' ? [] : [action.copy]
  if (!('translate' in action)) return []
  const keys = Object.keys(action.values ?? {})
  return keys.length === 1 && keys[0] === '' ? [action.translate] : []
}
