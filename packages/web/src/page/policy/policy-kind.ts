import type { PolicyKind } from '../../api/policies.js'

/** The kinds of policies, in the order in which they apply to an alert. */
export const POLICY_KINDS: readonly PolicyKind[] = ['alert', 'weight', 'relation']

/** Returns the kind with this name. For any other name, returns the kind that the list of policies shows first. */
export function kindNamed(name: string | null | undefined): PolicyKind {
  return POLICY_KINDS.find((kind) => kind === name) ?? 'alert'
}
