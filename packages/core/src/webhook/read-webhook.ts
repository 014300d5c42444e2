import { ALERT_POLICY, type SentAlertPolicy } from '../alert-policy/alert-policy.js'
import { BodyReader } from '../body-reader.js'
import { PatternBudget } from '../filter/pattern-budget.js'
import { IssueList } from '../issue-list.js'
import { isObject, ownValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { OpsgraphError } from '../opsgraph-error.js'
import { catchInvalid, combineErrors, Faults, prefixIssuePath } from '../schema/body-error.js'
import { type Steps, withoutPauses } from '../steps.js'
import { type ConfigTools, chooseId, mergeConfig, type NewConfigTools, readNewConfig } from './read-config.js'
import type { WebhookConfig } from './webhook-config.js'

/** The codes for faults in the alert policies of a webhook. */
export const WEBHOOK_POLICY_CODES = ['invalidPolicy', 'tooMany'] as const
type WebhookPolicyCode = (typeof WEBHOOK_POLICY_CODES)[number]

/** A webhook that was read from a body. */
export interface SentWebhook {
  readonly config: WebhookConfig
  /**
   * All alert policies of the webhook, in the order of the body; `undefined` = the body does not contain `policies`.
   */
  readonly policies: readonly WebhookPolicy[] | undefined
}

/** A wanted alert policy of the webhook in the body. */
export interface WebhookPolicy {
  /** The id in the body, which may be the id of a stored policy. */
  readonly id: string | undefined
  readonly policy: SentAlertPolicy
}

/**
 * Reads a new webhook with its alert policies (rules.md#policies-of-a-webhook).
 *
 * @throws OpsgraphError `invalid`, with all faults of the configuration and of the policies
 */
export function readNewWebhook(body: unknown, tools: NewConfigTools): SentWebhook {
  return withoutPauses(readNewInSteps(body, tools))
}

/**
 * Like {@link readNewWebhook}, but yields for pauses, because compiling the patterns of many policies takes half a
 * second.
 */
export function readNewInSteps(body: unknown, tools: NewConfigTools): Steps<SentWebhook> {
  const id = chooseId(body, tools.newId)
  return readBoth(body, id, () => readNewConfig(body, { ...tools, newId: () => id }))
}

/**
 * Merges a body into a stored webhook. Yields for pauses (rules.md#changing-a-webhook; rules.md#policies-of-a-webhook).
 *
 * @throws OpsgraphError `invalid`, with all faults of the configuration and of the policies
 */
export function readWebhookChange(stored: WebhookConfig, body: unknown, tools: ConfigTools): Steps<SentWebhook> {
  return readBoth(body, stored.id, () => mergeConfig(stored, body, tools))
}

/** True if a body contains alert policies, even if they are not valid. */
export function hasPolicies(body: unknown): boolean {
  return isObject(body) && (ownValue(body, 'policies') ?? null) !== null
}

/** Reads the configuration and the policies in a body, so that one error lists the faults of both. */
function* readBoth(body: unknown, id: string, readConfig: () => WebhookConfig): Steps<SentWebhook> {
  const issues = new IssueList<WebhookPolicyCode>()
  const policies = hasPolicies(body)
    ? yield* readPolicies(new BodyReader(body).value('policies'), id, issues)
    : undefined
  const errors: OpsgraphError[] = []
  const config = catchInvalid(errors, readConfig)
  if (!issues.isEmpty) {
    const messages = issues.list.slice(0, 10).map(({ message }) => message)
    errors.push(new OpsgraphError('invalid', `Invalid alert policies: ${messages.join('; ')}`, issues.list))
  }
  if (config === undefined || errors.length > 0) throw combineErrors(errors)
  return { config, policies }
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
    const faults = new Faults()
    const policy = readPolicy(body, webhookId, faults)
    if (policy !== undefined) policies.push(policy)
    issues.pushAll(
      faults.list.map((fault) => ({ ...prefixIssuePath(`policies[${index}]`, fault), code: 'invalidPolicy' })),
    )
  }
  return policies
}

function readPolicy(body: unknown, webhookId: string, faults: Faults): WebhookPolicy | undefined {
  const policy = faults.of(() => ALERT_POLICY.readNew(body))
  if (!isObject(body)) return undefined
  const bound = ownValue(body, 'webhookId')
  if (typeof bound === 'string' && bound !== webhookId) {
    faults.add('webhookId', `must be missing or ${webhookId}: this policy runs only on the alerts of this webhook`)
  }
  const id = faults.of(() => new BodyReader(body).string('id'))
  return policy && faults.list.length === 0 ? { id, policy: { ...policy, webhookId } } : undefined
}
