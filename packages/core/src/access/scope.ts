/** The actions of scopes, weakest first. An action includes all weaker actions (rules.md#scopes-3). */
const SCOPE_ACTIONS = ['read', 'write', 'admin'] as const
const SCOPE_AREAS = [
  'service_topologies',
  'service_catalog',
  'webhook_configs',
  'alerts',
  'subscriptions',
  'keys',
  'audit',
] as const

type ScopeAction = (typeof SCOPE_ACTIONS)[number]
type ScopeArea = (typeof SCOPE_AREAS)[number]

/** What an API key may do: an action in all areas, or in one area. */
export type Scope = ScopeAction | `${ScopeAction}:${ScopeArea}`

export const SCOPES: readonly Scope[] = SCOPE_ACTIONS.flatMap((action): Scope[] => [
  action,
  ...SCOPE_AREAS.map((area): Scope => `${action}:${area}`),
])

/** True if one of the scopes `held` includes the scope `needed`. */
export function grantsScope(held: readonly Scope[], needed: Scope): boolean {
  const neededScope = splitScope(needed)
  return held.some((scope) => {
    const { action, area } = splitScope(scope)
    return (
      (area === undefined || area === neededScope.area) &&
      SCOPE_ACTIONS.indexOf(action) >= SCOPE_ACTIONS.indexOf(neededScope.action)
    )
  })
}

function splitScope(scope: Scope): { readonly action: ScopeAction; readonly area: ScopeArea | undefined } {
  const [action, area] = scope.split(':') as [ScopeAction, ScopeArea | undefined]
  return { action, area }
}

/** The scopes that a caller needs to read the impact, because its answers show alerts, topologies and the catalog. */
export const IMPACT_SCOPES = [
  'read:alerts',
  'read:service_topologies',
  'read:service_catalog',
] as const satisfies readonly Scope[]
