import type { Scope } from '@opsgraph/core'
import { SCOPES } from '@opsgraph/core/pure'

export type Action = Exclude<(typeof ACTION_CHOICES)[number], 'nothing'>

type AreaOf<Name> = Name extends `${string}:${infer Area}` ? Area : never

/** The areas of the API. The user chooses an action for each of them. The key `''` stands for all areas together. */
const AREAS: Readonly<Record<'' | AreaOf<Scope>, { readonly label: string; readonly about: string }>> = {
  '': { label: 'Everything', about: 'All areas, including those of later versions' },
  service_topologies: { label: 'Topologies and resources', about: 'Topologies, relations, policies, CMDB import' },
  service_catalog: { label: 'Service catalog', about: 'Which alerts count for a service' },
  webhook_configs: { label: 'Webhooks', about: 'Mappings, stored payloads and signing secrets' },
  alerts: { label: 'Alerts', about: 'A tool that sends alerts needs only write here' },
  subscriptions: { label: 'Subscriptions', about: 'Whom the server tells what; writing needs read for alerts too' },
  keys: { label: 'API keys', about: 'Own keys; keys of other users need admin everywhere' },
  audit: { label: 'Audit trail', about: 'Who changed what; reading it needs admin' },
}

export const AREA_CHOICES = Object.entries(AREAS).map(([area, texts]) => ({ area, ...texts }))

/** The actions that the user can choose for an area. Each action includes the ones before it in this list. */
export const ACTION_CHOICES = ['nothing', 'read', 'write', 'admin'] as const

type ScopeChoices = Readonly<Record<string, Action | undefined>>

export function listScopes(chosen: ScopeChoices): Scope[] {
  return SCOPES.filter((scope) => {
    const [action, area = ''] = scope.split(':')
    return chosen[area] === action
  })
}

/** Converts scopes to the choices of the form: for each area, the strongest action that the scopes allow. */
export function readScopeChoices(scopes: readonly string[]): ScopeChoices {
  const chosen: Record<string, Action> = {}
  for (const action of ACTION_CHOICES) {
    for (const { area } of AREA_CHOICES) {
      if (action !== 'nothing' && scopes.includes(area === '' ? action : `${action}:${area}`)) chosen[area] = action
    }
  }
  return chosen
}
