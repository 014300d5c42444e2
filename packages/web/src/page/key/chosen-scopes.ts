import type { Scope } from '@opsgraph/core'
import { SCOPES } from '@opsgraph/core/pure'

export type Action = Exclude<(typeof ACTION_CHOICES)[number], 'nothing'>

/**
 * An area of the API that the user can choose, or all areas together. If this file has no label for an area of the core
 * package, the label is the name of the area.
 */
export interface AreaChoice {
  /** The name of the area in scopes; the empty string means all areas. */
  readonly area: string
  readonly label: string
  readonly about: string
}

const LABELS: Readonly<Record<string, Omit<AreaChoice, 'area'>>> = {
  '': { label: 'Everything', about: 'All areas, including those of later versions' },
  service_topologies: { label: 'Topologies and resources', about: 'Topologies, relations, policies, CMDB import' },
  service_catalog: { label: 'Service catalog', about: 'Which alerts count for a service' },
  webhook_configs: { label: 'Webhooks', about: 'Mappings, stored payloads and signing secrets' },
  alerts: { label: 'Alerts', about: 'A tool that sends alerts needs only write here' },
  keys: { label: 'API keys', about: 'Own keys; keys of other users need admin everywhere' },
  audit: { label: 'Audit trail', about: 'Who changed what; reading it needs admin' },
}

const AREAS = ['', ...new Set(SCOPES.flatMap((scope) => scope.split(':')[1] ?? []))]

export const AREA_CHOICES: readonly AreaChoice[] = AREAS.map((area) => ({
  area,
  ...(LABELS[area] ?? { label: area, about: '' }),
}))

/** For each area, the user chooses one of these actions. Each action includes all actions above it in this list. */
export const ACTION_CHOICES = ['nothing', 'read', 'write', 'admin'] as const

export type Chosen = Readonly<Record<string, Action | undefined>>

export function scopesOf(chosen: Chosen): Scope[] {
  return SCOPES.filter((scope) => {
    const [action, area = ''] = scope.split(':')
    return chosen[area] === action
  })
}

/** Converts scopes to the choices of the form: the strongest action for each area. */
export function chosenOf(scopes: readonly string[]): Chosen {
  const chosen: Record<string, Action> = {}
  for (const action of ACTION_CHOICES) {
    for (const { area } of AREA_CHOICES) {
      if (action !== 'nothing' && scopes.includes(area === '' ? action : `${action}:${area}`)) chosen[area] = action
    }
  }
  return chosen
}
