import { invalid } from '../opsgraph-error.js'
import type { ActionField, AlertAction } from './alert-action.js'
import { ALERT_POLICY, type AlertPolicyInput, type AlertPolicyPatch } from './alert-policy.js'

/** The fields that contain names of resources. */
const RESOURCE_FIELDS = ['resource', 'resourceParent', 'resourceChildren'] as const satisfies readonly ActionField[]

/**
 * Patterns for the spellings of one host, for names in lower case. They run in this order, and the group of each
 * pattern is the name that remains: the host of a URL, the host after `domain\`, the host before a port, and the first
 * label of a name with a domain. An address and a name with a space or slash, such as `namespace/name`, match none of
 * them.
 */
const HOST_PATTERNS = [
  '^[a-z][a-z0-9+.-]*://(?:[^/@\\s]*@)?(\\[[0-9a-f:.]+\\]|[^/:?#\\s]+)',
  '^[^\\\\/\\s]+\\\\([^\\\\/\\s]+)$',
  '^([^\\[\\]:/\\s]+):[0-9]{1,5}$',
  '^\\[([0-9a-f:.]+)\\](?::[0-9]{1,5})?$',
  '^([^/\\s]+)\\.$',
  '^([0-9_-]*[a-z_-][a-z0-9_-]*)\\.[a-z0-9_.-]+$',
] as const

/** Ready-made alert policies for `POST /api/alert_policy?preset=…` (rules.md#alert-policies-9). */
const POLICY_PRESETS: Readonly<Record<string, AlertPolicyInput>> = {
  hostnames: {
    name: 'One name for each host',
    description:
      'Brings the spellings of a host to one name: without port, domain, URL, DOMAIN\\ and trailing dot, in lower case.',
    order: 50,
    actions: RESOURCE_FIELDS.flatMap((field): readonly AlertAction[] => [
      { lowercase: field },
      ...HOST_PATTERNS.map((pattern) => ({ extract: field, from: field, pattern })),
    ]),
  },
}

/**
 * Returns the body for a new alert policy: the preset, in which the fields that the caller has sent replace those of
 * the preset.
 *
 * @throws OpsgraphError `invalid`, with the ids of all presets
 */
export function withPolicyPreset(id: string, sent: AlertPolicyPatch): unknown {
  const preset = Object.hasOwn(POLICY_PRESETS, id) ? POLICY_PRESETS[id] : undefined
  if (preset === undefined) {
    throw invalid(`there is no preset ${id}; there are ${Object.keys(POLICY_PRESETS).join(', ')}`)
  }
  return ALERT_POLICY.overlay(preset, sent)
}
