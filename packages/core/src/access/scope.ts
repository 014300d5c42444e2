/** The actions of scopes, weakest first. An action includes all weaker actions (rules.md#scopes-3). */
const ACTIONS = ['read', 'write', 'admin'] as const
const AREAS = [
  'service_topologies',
  'service_catalog',
  'webhook_configs',
  'alerts',
  'subscriptions',
  'keys',
  'audit',
] as const

type Action = (typeof ACTIONS)[number]
type Area = (typeof AREAS)[number]

/** What an API key may do: an action in all areas, or in one area. */
export type Scope = Action | `${Action}:${Area}`

export const SCOPES: readonly Scope[] = ACTIONS.flatMap((action): Scope[] => [
  action,
  ...AREAS.map((area): Scope => `${action}:${area}`),
])

/** True if one of the scopes `held` includes the scope `needed`. */
export function grants(held: readonly Scope[], needed: Scope): boolean {
  const wanted = splitScope(needed)
  return held.some((scope) => {
    const { action, area } = splitScope(scope)
    return (area === undefined || area === wanted.area) && ACTIONS.indexOf(action) >= ACTIONS.indexOf(wanted.action)
  })
}

function splitScope(scope: Scope): { readonly action: Action; readonly area: Area | undefined } {
  const [action, area] = scope.split(':') as [Action, Area | undefined]
  return { action, area }
}

/** The scopes that a caller needs to read the impact, because its answers show alerts, topologies and the catalog. */
export const IMPACT_SCOPES = [
  'read:alerts',
  'read:service_topologies',
  'read:service_catalog',
] as const satisfies readonly Scope[]
