import { closesAlert, type Severity } from '../../alert/severity.js'
import type { ActionField, AlertAction, NumberRange } from '../../alert-policy/alert-action.js'
import type { JsonObject } from '../../json-value.js'
import { SEVERITY_WORDS } from './severity-words.js'
import type { PresetFilter, PresetPolicy } from './webhook-preset.js'

type PresetStep = Omit<PresetPolicy, 'order'>

/**
 * The authentication for tools that send a secret in the header Authorization, for example after `Basic` or `Bearer`.
 */
export const STATIC_AUTHORIZATION = secretInHeader('Authorization')

/** A hint for tools whose URL may contain a user name and a password, but that have no field for a header. */
export const URL_HINT =
  'If the tool has no field for the header Authorization, write https://user:password@ before the host of the URL. The secret of this webhook is then Basic, a space, and the base64 of user:password.'

/** The settings for a tool that sends the secret itself in this header. */
export function secretInHeader(authHeaderName: string) {
  return { enabled: true, authMode: 'header', authHeaderScheme: 'static', authHeaderName } as const
}

/** The settings for a tool that sends the HMAC-SHA256 of the body in this header, as hex. */
export function signatureInHeader(authHeaderName: string) {
  return { enabled: true, authMode: 'header', authHeaderScheme: 'generic', authHeaderName } as const
}

/**
 * The default values for the alerts of a tool, without a text: a policy fills in the text.
 *
 * @param more further default values; they replace the usual ones
 */
export function defaultsWithoutText(group: string, origin: string, more: JsonObject = {}): JsonObject {
  return { environment: 'Production', group, type: `${origin}Alert`, origin, ...more }
}

/** The default values for the alerts of a tool, with a text for payloads in which the mapping finds none. */
export function defaultsWithText(group: string, origin: string, more: JsonObject = {}): JsonObject {
  return defaultsWithoutText(group, origin, { text: 'no text', ...more })
}

/**
 * The `order` of the first policy of a tool. It is below the default order 100, so that the user's policies run later.
 */
const FIRST_ORDER = 10

/** Numbers the policies of a tool in the order in which they run, and puts the name of the tool before their names. */
export function numberedPolicies(tool: string, ...steps: readonly PresetStep[]): readonly PresetPolicy[] {
  return steps.map((step, index) => ({ ...step, name: `${tool}: ${step.name}`, order: FIRST_ORDER + index }))
}

/** A policy that drops an alert if its field `key` matches one of `values` ({@link anyOfPattern}). */
export function dropWhen(key: string, values: readonly string[]): PresetStep {
  return dropStep(`whose ${key} is ${values.join(' or ')}`, whenMatches(key, values))
}

/** A policy that drops an alert unless its field `key` matches one of `values` ({@link anyOfPattern}). */
export function dropUnless(key: string, values: readonly string[]): PresetStep {
  const filters: PresetFilter = { clauses: [{ key, op: '!~', value: anyOfPattern(values) }] }
  return dropStep(`unless its ${key} is ${values.join(' or ')}`, filters)
}

/** A policy that drops an alert if its field `key` is empty. */
export function dropWithout(key: string): PresetStep {
  return dropStep(`without ${key}`, whenEmpty(key))
}

function dropStep(which: string, filters: PresetFilter): PresetStep {
  const description = `Ignores a delivery ${which}.`
  return { name: 'ignore what is no alert', description, filters, actions: [{ drop: true }] }
}

/**
 * A policy that closes an alert if its field `key` matches one of `values` ({@link anyOfPattern}). Put this policy
 * after the policy that translates the severity. Otherwise, the translation could change the severity `ok` that this
 * policy sets.
 */
export function closeWhen(key: string, values: readonly string[]): PresetStep {
  return {
    name: 'close what is over',
    description: `The alert closes if ${key} is ${values.join(' or ')}.`,
    filters: whenMatches(key, values),
    actions: [
      { set: 'severity', value: 'ok' },
      { set: 'status', value: 'closed' },
    ],
  }
}

/** A policy that acknowledges an alert if its field `key` matches one of `values` ({@link anyOfPattern}). */
export function acknowledgeWhen(key: string, values: readonly string[]): PresetStep {
  return {
    name: 'acknowledge',
    description: `The alert is acknowledged if ${key} is ${values.join(' or ')}.`,
    filters: whenMatches(key, values),
    actions: [{ set: 'status', value: 'ack' }],
  }
}

/**
 * A policy that opens an alert if its field `key` matches one of `values` ({@link anyOfPattern}). An active alert that
 * arrives again keeps its status, so without this policy an acknowledged alert would stay acknowledged.
 */
export function reopenWhen(key: string, values: readonly string[]): PresetStep {
  return {
    name: 'reopen',
    description: `The alert is open if ${key} is ${values.join(' or ')}.`,
    filters: whenMatches(key, values),
    actions: [{ set: 'status', value: 'open' }],
  }
}

/**
 * Takes one part of a severity that has a level and a word: `P1` of `P1 - Critical`, but `Critical` of `1 - Critical`
 * and of `Critical (P1)`, because a bare number may mean the best or the worst level.
 */
const WORD_OF_SEVERITY: readonly AlertAction[] = [
  {
    extract: 'severity',
    from: 'severity',
    pattern: '(?i)^\\s*((?:p|s|(?:sev(?:erity)?|prio(?:rity)?)[- ]?)[0-5])\\s*[-:(–]',
  },
  { extract: 'severity', from: 'severity', pattern: '(?i)^\\s*[0-9]\\s*[-:(–]\\s*([a-z]+)' },
  { extract: 'severity', from: 'severity', pattern: '(?i)^\\s*([a-z]+)(?:\\s*[(:]|\\s+[-–])' },
]

interface OwnSeverities {
  /** Maps the words of the tool to severities. The keys are in lower case. */
  readonly values?: Readonly<Record<string, Severity>>
  readonly ranges?: readonly NumberRange[]
}

/**
 * A policy that translates the severity of an alert.
 *
 * @param otherwise the severity if the word is unknown or missing
 */
export function translateSeverity(otherwise: Severity, { values = {}, ranges = [] }: OwnSeverities = {}): PresetStep {
  return {
    name: 'translate the severity',
    description: `Severities become those of opsgraph; one that is missing or unknown becomes ${otherwise}.`,
    actions: [
      ...WORD_OF_SEVERITY,
      { translate: 'severity', values: { ...SEVERITY_WORDS, ...values }, ranges, otherwise },
    ],
  }
}

/**
 * A policy that translates the severity of an alert, for a tool whose users choose the severity, and whose payloads
 * always say in another field whether the problem lasts. Only that field closes an alert ({@link closeWhen}): a
 * severity that would close the alert, such as `ok`, becomes `warning`.
 *
 * @param otherwise the severity if the word is unknown or missing
 */
export function translateOpenSeverity(otherwise: Severity): PresetStep {
  const words = Object.entries(SEVERITY_WORDS)
  const values = Object.fromEntries(words.map(([word, to]) => [word, closesAlert(to) ? 'warning' : to] as const))
  const { description, ...step } = translateSeverity(otherwise, { values })
  return { ...step, description: `${description} One that would close the alert becomes warning.` }
}

/** A policy that fills in fields. */
export function fillFields(...actions: readonly AlertAction[]): PresetStep {
  return { name: 'fill in fields', description: 'Fills in fields from other parts of the payload.', actions }
}

/** A policy that removes attributes which only earlier policies need. */
export function removeAttributes(...attributes: readonly ActionField[]): PresetStep {
  return {
    name: 'remove helpers',
    description: 'Removes attributes that only the policies before this one need.',
    actions: attributes.map((field) => ({ set: field, value: null })),
  }
}

/** A policy that sets `field` to a part of `from`, if `field` is empty. */
export function extractIfEmpty(field: ActionField, from: ActionField, pattern: string): PresetStep {
  return {
    name: `fill in ${field}`,
    description: `Takes ${field} from a part of ${from}.`,
    filters: whenEmpty(field),
    actions: [{ extract: field, from, pattern }],
  }
}

/**
 * An action that does something only if `field` is empty: it copies the first field in `from` that is not empty to
 * `field`.
 */
export function copyIfEmpty(field: ActionField, ...from: readonly ActionField[]): AlertAction {
  return { copy: field, from }
}

/** An action that sets a field if the field is empty. */
export function setIfEmpty(field: ActionField, value: string): AlertAction {
  return { translate: field, values: { '': value } }
}

/**
 * An action that shortens a text to its first line and to 200 characters, so that the text can be the name of a
 * resource or an event.
 */
export function keepFirstLine(field: ActionField): AlertAction {
  return { extract: field, from: field, pattern: '^\\s*([^\\r\\n]{1,200})' }
}

/** An action that sets a field to the first field in `from` that is not empty, in place of a default value. */
export function copyFirst(field: ActionField, ...from: readonly ActionField[]): AlertAction {
  return { copy: field, from, when: 'always' }
}

/** An action that joins fields to the fingerprint. Choose fields that stay equal from a problem to its end. */
export function setFingerprint(...from: readonly ActionField[]): AlertAction {
  return { join: 'fingerprint', from, with: ' ' }
}

/** Actions that cut the port off a host, as in `web-1:9100` and `[::1]:9100`. URLs and bare IPv6 addresses stay. */
export function cutPort(field: ActionField): readonly AlertAction[] {
  return [
    { extract: field, from: field, pattern: '^([^\\[\\]:/\\s]+):[0-9]{1,5}$' },
    { extract: field, from: field, pattern: '^\\[([0-9A-Fa-f:.]+)\\]:[0-9]{1,5}$' },
  ]
}

/** A filter for policies: a field matches one of `values` ({@link anyOfPattern}). */
export function whenMatches(key: string, values: readonly string[]): PresetFilter {
  return { clauses: [{ key, op: '~', value: anyOfPattern(values) }] }
}

/** A policy that names the resource `namespace/name` if the field `workload` is not empty; `more` must also match. */
export function nameWorkload(namespace: ActionField, workload: ActionField, ...more: PresetFilter[]): PresetStep {
  return {
    name: 'name the workload',
    description: 'A workload of Kubernetes is namespace/name.',
    filters: { clauses: [...whenFilled(workload).clauses, ...more] },
    actions: [{ join: 'resource', from: [namespace, workload], with: '/' }],
  }
}

/** A filter for policies: a field is not empty. */
export function whenFilled(key: string): PresetFilter {
  return { clauses: [{ key, op: '~', value: '\\S' }] }
}

/** A filter for policies: a field is empty. */
export function whenEmpty(key: string): PresetFilter {
  return { clauses: [{ key, op: '!~', value: '\\S' }] }
}

/**
 * Builds a regular expression that ignores case, and that must match a whole text. `values` are its alternatives, and
 * are regular expressions too.
 */
function anyOfPattern(values: readonly string[]): string {
  return `(?i)^(?:${values.join('|')})$`
}
