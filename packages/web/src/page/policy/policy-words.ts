import type { PolicyKind } from '../../api/policies.js'

interface PolicyTexts {
  readonly many: string
  /** When and how the policies apply. */
  readonly about: string
  /** What such policies are for; shown if there are none. */
  readonly purpose: string
  /** What stays after such policies are deleted. */
  readonly deleted: string
}

/** The texts that the console shows about each kind of policy. */
export const POLICY_TEXTS: Readonly<Record<PolicyKind, PolicyTexts>> = {
  alert: {
    many: 'Alert policies',
    about:
      'When an alert arrives, the active policies run in this order, before the alert is checked and stored. Each sees the alert as the policies before it have changed it.',
    purpose:
      'An alert policy changes or drops alerts when they arrive. Use it to translate the words of a tool, such as its severities, or to keep out what nobody acts on.',
    deleted: 'Alerts that these policies changed stay as they are.',
  },
  weight: {
    many: 'Weight policies',
    about:
      'When an alert is received, the active policies are tried in this order. The first that matches sets the weight of the alert. An alert that arrives with a weight keeps it.',
    purpose: 'A weight policy sets the weight of the alerts that match its filter, so that important alerts stand out.',
    deleted: 'Alerts keep the weights that these policies set.',
  },
  relation: {
    many: 'Relation policies',
    about:
      'When an alert is received, each active policy that matches sets a parent of its resource. The relation stays if the policy is deleted.',
    purpose:
      'A relation policy sets the parent of the resources of alerts that match its filter. Use it for resources whose names follow a rule, such as short-lived containers.',
    deleted: 'The relations that these policies stored stay.',
  },
}

/** The kinds of policies, in the order in which they apply to an alert. */
export const POLICY_KINDS: readonly PolicyKind[] = ['alert', 'weight', 'relation']

/** Returns the kind with this name. For any other name, returns the kind that the list of policies shows first. */
export function readKind(name: string | null | undefined): PolicyKind {
  return POLICY_KINDS.find((kind) => kind === name) ?? 'alert'
}
