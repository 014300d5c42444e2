import { ALERT_POLICY, type AlertPolicyInput, type SentAlertPolicy } from '../alert-policy/alert-policy.js'
import { BodyReader } from '../body-reader.js'
import { PatternBudget } from '../filter/pattern-budget.js'
import type { Issue } from '../issue.js'
import { IssueList } from '../issue-list.js'
import { isObject, ownValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { OpsgraphError } from '../opsgraph-error.js'
import { type Steps, withoutPauses } from '../steps.js'
import { type ConfigTools, mergeConfig } from './merge-config.js'
import { type NewConfigTools, readNewConfig } from './read-config.js'
import type { WebhookConfig } from './webhook-config.js'

/** The codes for faults in the alert policies of a webhook. */
export const WEBHOOK_POLICY_CODES = ['invalidPolicy', 'tooMany'] as const
type WebhookPolicyCode = (typeof WEBHOOK_POLICY_CODES)[number]

/** A webhook as a caller has sent it. */
export interface SentWebhook {
  readonly config: WebhookConfig
  /** All alert policies of the webhook, in the order of the body; `undefined` = the body does not name them. */
  readonly policies: readonly WebhookPolicy[] | undefined
}

/** An alert policy that a body asks for. It belongs to the webhook of the body. */
export interface WebhookPolicy {
  /** The id in the body, which may be the id of a stored policy. */
  readonly id: string | undefined
  readonly policy: SentAlertPolicy
}

/**
 * Reads a new webhook with its alert policies (rules.md#policies-of-a-webhook).
 *
 * @throws OpsgraphError `invalid`, with an issue for each fault of the mapping and of the policies
 */
export function readNewWebhook(body: unknown, tools: NewConfigTools): SentWebhook {
  return withoutPauses(readNewInSteps(body, tools))
}

/** Like {@link readNewWebhook}, with pauses: the patterns of many policies take half a second. */
export function readNewInSteps(body: unknown, tools: NewConfigTools): Steps<SentWebhook> {
  const sent = isObject(body) ? ownValue(body, 'id') : undefined
  const id = typeof sent === 'string' ? sent : tools.newId()
  return readBoth(body, id, () => readNewConfig(body, { ...tools, newId: () => id }))
}

/**
 * Merges a body into a stored webhook, with pauses (rules.md#changing-a-webhook; rules.md#policies-of-a-webhook).
 *
 * @throws OpsgraphError `invalid`, with an issue for each fault of the mapping and of the policies
 */
export function readWebhookChange(known: WebhookConfig, body: unknown, tools: ConfigTools): Steps<SentWebhook> {
  return readBoth(body, known.id, () => mergeConfig(known, body, tools))
}

/** True if a body contains alert policies, even if they are not valid. */
export function hasPolicies(body: unknown): boolean {
  return isObject(body) && (ownValue(body, 'policies') ?? null) !== null
}

/** Reads both parts of a body, so that one error names the faults of both. */
function* readBoth(body: unknown, id: string, readConfig: () => WebhookConfig): Steps<SentWebhook> {
  const issues = new IssueList<WebhookPolicyCode>()
  const policies = hasPolicies(body)
    ? yield* readPolicies(new BodyReader(body).value('policies'), id, issues)
    : undefined
  if (issues.isEmpty) return { config: readConfig(), policies }
  const messages = issues.list.slice(0, 10).map(({ message }) => message)
  const message = `Invalid alert policies: ${messages.join('; ')}`
  try {
    readConfig()
  } catch (error) {
    if (!(error instanceof OpsgraphError) || error.kind !== 'invalid') throw error
    throw new OpsgraphError('invalid', `${error.message}; ${message}`, [...error.issues, ...issues.list])
  }
  throw new OpsgraphError('invalid', message, issues.list)
}

function* readPolicies(
  sent: unknown,
  webhookId: string,
  issues: IssueList<WebhookPolicyCode>,
): Steps<readonly WebhookPolicy[]> {
  if (!Array.isArray(sent)) {
    issues.add('invalidPolicy', 'policies', 'policies must be a list')
    return []
  }
  const { webhookPolicies: limit } = LIMITS
  if (sent.length > limit) {
    issues.add('tooMany', 'policies', `policies are more than ${limit}`)
    return []
  }
  const patterns = new PatternBudget()
  const policies: WebhookPolicy[] = []
  for (const [index, body] of sent.entries()) {
    if (issues.isFull) break
    patterns.spend(body)
    if (patterns.isSpent) {
      issues.add('tooMany', `policies[${index}]`, `policies[${index}] makes the patterns of all policies too large`)
      break
    }
    yield
    try {
      policies.push(readPolicy(body, webhookId))
    } catch (error) {
      if (!(error instanceof OpsgraphError)) throw error
      issues.pushAll(faultsOf(body, webhookId, error).map((fault) => placed(`policies[${index}]`, fault)))
    }
  }
  return policies
}

function readPolicy(body: unknown, webhookId: string): WebhookPolicy {
  const policy = { ...ALERT_POLICY.readNew(body), webhookId }
  const reader = new BodyReader(body)
  const bound = reader.reference('webhookId') ?? webhookId
  if (bound === webhookId) return { id: reader.string('id'), policy }
  throw reader.fault(
    'webhookId',
    `must be missing or ${webhookId}: this policy runs only on the alerts of this webhook`,
  )
}

/** A fault of a policy. The message begins with the path, if the fault is in a known field. */
interface Fault {
  readonly field: string
  readonly message: string
}

/** At most this many fields of a faulty policy are read, because a body may have very many unknown fields. */
const MOST_FIELDS = 100
/** A valid policy. With one field of another policy, it shows whether this field has a fault. */
const VALID: AlertPolicyInput = { name: '-', description: '', actions: [{ drop: true }] }

/**
 * Finds all faults of a policy. A reader stops at the first fault, so each field is read on its own.
 *
 * @param first the error for the whole policy
 */
function faultsOf(body: unknown, webhookId: string, first: OpsgraphError): readonly Fault[] {
  const fields = isObject(body) ? [...new Set([...Object.keys(VALID), ...Object.keys(body)])].slice(0, MOST_FIELDS) : []
  const faults = fields.flatMap((field): readonly Fault[] => {
    try {
      readPolicy({ ...VALID, [field]: ownValue(body as Readonly<Record<string, unknown>>, field) }, webhookId)
      return []
    } catch (error) {
      if (!(error instanceof OpsgraphError)) throw error
      return [{ field, message: error.message }]
    }
  })
  return faults.length > 0 ? faults : [{ field: '', message: first.message }]
}

function placed(at: string, { field, message }: Fault): Issue<WebhookPolicyCode> {
  const [path = ''] = message.split(' ', 1)
  const isPath = field !== '' && path.startsWith(field)
  return {
    code: 'invalidPolicy',
    path: field === '' ? at : `${at}.${isPath ? path : field}`,
    message: isPath ? `${at}.${message}` : `${at}: ${message}`,
  }
}
