import { SCOPES, type Scope } from '@opsgraph/core/browser'

export type Action = 'read' | 'write' | 'admin'

/** What may be chosen: everything, or one area. What core adds later is offered under its own name. */
export interface AreaChoice {
  /** `` = everywhere. */
  readonly area: string
  readonly label: string
  readonly about: string
}

const LABELS: Readonly<Record<string, Omit<AreaChoice, 'area'>>> = {
  '': { label: 'Everything', about: 'All areas, those of later versions too' },
  service_topologies: { label: 'Topologies and resources', about: 'Topologies, relations, policies, CMDB import' },
  service_catalog: { label: 'Service catalog', about: 'Which alerts count for a service' },
  webhook_configs: { label: 'Webhooks', about: 'Their mappings, kept payloads and secrets that sign' },
  alerts: { label: 'Alerts', about: 'To send alerts a tool needs to write these, and nothing else' },
  keys: { label: 'API keys', about: 'Its own; those of others with admin everywhere' },
  audit: { label: 'Audit trail', about: 'Who changed what; to read it takes admin' },
}

const AREAS = ['', ...new Set(SCOPES.flatMap((scope) => scope.split(':')[1] ?? []))]

export const AREA_CHOICES: readonly AreaChoice[] = AREAS.map((area) => ({
  area,
  ...(LABELS[area] ?? { label: area, about: '' }),
}))

/** A stronger action holds the weaker ones, so that one of each area says all. */
export const ACTION_CHOICES = [
  { value: 'nothing', label: 'nothing' },
  { value: 'read', label: 'read' },
  { value: 'write', label: 'write' },
  { value: 'admin', label: 'admin' },
] as const

export type Chosen = Readonly<Record<string, Action | undefined>>

export function scopesOf(chosen: Chosen): Scope[] {
  return SCOPES.filter((scope) => {
    const [action, area = ''] = scope.split(':')
    return chosen[area] === action
  })
}

/** The choice that scopes amount to: the strongest action of each area. */
export function chosenOf(scopes: readonly string[]): Chosen {
  const chosen: Record<string, Action> = {}
  for (const { value } of ACTION_CHOICES) {
    for (const { area } of AREA_CHOICES) {
      if (value !== 'nothing' && scopes.includes(area === '' ? value : `${value}:${area}`)) chosen[area] = value
    }
  }
  return chosen
}
