import { LIMITS } from '../limits.js'
import { bodyFault, type Faults } from '../schema/body-error.js'
import {
  missingSecretKeyError,
  openSecret,
  type SealedSecret,
  type SecretKeys,
  type SecretTools,
  sealSecret,
} from '../secret/secret.js'
import { timestampAfterSeconds } from '../timestamp.js'
import type { Receiver, SubscriptionFormat, SubscriptionPatch } from './subscription.js'

/** What {@link mergeReceiver} needs besides the body. */
export interface ReceiverTools extends SecretTools {
  /** The part of the port `Notifier` that checks addresses; `undefined` = this server sends no messages. */
  readonly notifier:
    | {
        faultOf(format: SubscriptionFormat, url: string): string | undefined
        usualUrl(format: SubscriptionFormat): string | undefined
      }
    | undefined
  /** Returns a new random secret of Standard Webhooks, such as `whsec_…`. */
  readonly newSigningSecret: () => string
}

export interface MergedReceiver {
  readonly receiver: Receiver
  /** The new signing secret; `undefined` = none was made. */
  readonly signingSecret: string | undefined
}

type SentReceiver = Pick<SubscriptionPatch, 'format' | 'url' | 'secret'>

/**
 * Merges the receiver in a body into the stored one (rules.md#subscriptions). With another format, the stored address
 * and secret do not count: the body must have new ones. No fault contains an address or a secret.
 *
 * @param stored `undefined` = the subscription is new
 * @returns `undefined` if there are faults, which are added to `faults`
 */
export function mergeReceiver(
  stored: Receiver | undefined,
  sent: SentReceiver,
  tools: ReceiverTools,
  faults: Faults,
): MergedReceiver | undefined {
  const format = sent.format ?? stored?.format
  if (format === undefined) return undefined
  const former = stored?.format === format ? stored : undefined
  const before = faults.list.length
  const address = faults.of(() => mergeAddress(former, { format, url: sent.url || undefined }, tools))
  const secrets = faults.of(() => mergeSecret(former, { format, secret: sent.secret || undefined }, tools))
  if (faults.list.length > before || address === undefined || secrets === undefined) return undefined
  // Otherwise, whoever may change the address could have the routing key sent to an address of their own.
  if (format === 'pagerduty' && former !== undefined && !sent.secret && address.address !== former.address) {
    faults.add('secret', 'is required with another url, because it is sent there')
    return undefined
  }
  const { signingSecret, ...sealedSecrets } = secrets
  return { receiver: { format, ...address, ...sealedSecrets }, signingSecret }
}

function mergeAddress(
  former: Receiver | undefined,
  { format, url: sent }: { readonly format: SubscriptionFormat; readonly url: string | undefined },
  tools: ReceiverTools,
): Pick<Receiver, 'url' | 'address'> {
  if (former !== undefined && (sent === undefined || sent === former.url))
    return { url: former.url, address: former.address }
  if (tools.notifier === undefined) throw bodyFault('url', NO_NOTIFIER_MESSAGE)
  const url = sent ?? tools.notifier.usualUrl(format)
  if (url === undefined) throw bodyFault('url', `is required by the format ${format}`)
  const fault = tools.notifier.faultOf(format, url)
  if (fault !== undefined) throw bodyFault('url', fault)
  const shown = maskAddress(url)
  if (shown === url)
    throw bodyFault('url', `has ${ADDRESS_MASK} in place of an address that is not stored: send the whole address`)
  if (former !== undefined && openSecret(former.address, tools.keys) === url)
    return { url: former.url, address: former.address }
  return { url: shown, address: sealField('url', url, tools) }
}

const NO_NOTIFIER_MESSAGE =
  'cannot be used: this server sends no messages; a program that embeds opsgraph gives createOpsgraph() a notifier'

interface ReceiverSecrets extends Pick<Receiver, 'secret' | 'previousSecret'> {
  readonly signingSecret: string | undefined
}

function mergeSecret(
  former: Receiver | undefined,
  { format, secret: sent }: { readonly format: SubscriptionFormat; readonly secret: string | undefined },
  tools: ReceiverTools,
): ReceiverSecrets {
  if (format === 'pagerduty') return { ...NO_SECRETS, secret: mergeRoutingKey(former, sent, tools) }
  if (sent !== undefined) {
    throw bodyFault(
      'secret',
      `cannot be sent for the format ${format}${format === 'json' ? SECRET_MADE_BY_SERVER_HINT : ''}`,
    )
  }
  if (former !== undefined) return { ...NO_SECRETS, secret: former.secret, previousSecret: former.previousSecret }
  if (format !== 'json') return NO_SECRETS
  const signingSecret = tools.newSigningSecret()
  return { ...NO_SECRETS, secret: sealField('secret', signingSecret, tools), signingSecret }
}

function mergeRoutingKey(former: Receiver | undefined, sent: string | undefined, tools: ReceiverTools): SealedSecret {
  const stored = former?.secret ?? undefined
  if (stored !== undefined && (sent === undefined || openSecret(stored, tools.keys) === sent)) return stored
  if (sent === undefined) throw bodyFault('secret', 'is required by the format pagerduty: it is the routing key')
  return sealField('secret', sent, tools)
}

const NO_SECRETS: ReceiverSecrets = { secret: null, previousSecret: null, signingSecret: undefined }
const SECRET_MADE_BY_SERVER_HINT = ': the server makes it, and shows it once'

/**
 * Encrypts the text of a field.
 *
 * @throws OpsgraphError `invalid` if the text is blank or too long, or the server has no `SECRET_KEY`
 */
function sealField(field: string, text: string, { keys, newNonce }: SecretTools) {
  const longest = field === 'url' ? LIMITS.subscriptionAddress : LIMITS.webhookSecret
  if (text.trim() === '') throw bodyFault(field, 'must not be blank')
  if (text.length > longest) throw bodyFault(field, `is longer than ${longest} characters`)
  if (keys === undefined) throw missingSecretKeyError(field, 'needs SECRET_KEY')
  return sealSecret(text, keys, newNonce())
}

/** The seconds after a rotation in which messages are signed with the replaced secret too: 24 hours. */
const SECRET_OVERLAP_SECONDS = 86_400

/**
 * Replaces the signing secret of a receiver (rules.md#subscriptions-7). Until 24 hours have passed, messages are signed
 * with the replaced secret too.
 *
 * @throws OpsgraphError `invalid` if the format has no signing secret, or the server has no `SECRET_KEY`
 */
export function rotateSecret(
  stored: Receiver,
  tools: ReceiverTools,
  now: string,
): MergedReceiver & { readonly signingSecret: string } {
  if (stored.format !== 'json') {
    throw bodyFault('format', `${stored.format} has no signing secret: only messages of the format json are signed`)
  }
  const signingSecret = tools.newSigningSecret()
  const secret = sealField('secret', signingSecret, tools)
  const isUsable = stored.secret !== null && openSecret(stored.secret, tools.keys) !== undefined
  const expires = timestampAfterSeconds(SECRET_OVERLAP_SECONDS, now) ?? now
  const previousSecret = isUsable && stored.secret !== null ? { secret: stored.secret, expires } : null
  return { receiver: { ...stored, secret, previousSecret }, signingSecret }
}

/**
 * Decrypts the address of a receiver, and its signing secrets (the newest first) or its routing key.
 *
 * @returns `undefined` if they were stored under another `SECRET_KEY`
 */
export function openReceiver(
  { address, secret, previousSecret }: Receiver,
  keys: SecretKeys | undefined,
  now: string,
): { readonly url: string; readonly secrets: readonly string[] } | undefined {
  const url = openSecret(address, keys)
  const newest = secret === null ? undefined : openSecret(secret, keys)
  if (url === undefined || (secret !== null && newest === undefined)) return undefined
  const isOver = previousSecret === null || previousSecret.expires <= now
  const previous = isOver ? undefined : openSecret(previousSecret.secret, keys)
  return { url, secrets: [newest, previous].filter((each) => each !== undefined) }
}

const ADDRESS_MASK = '***'

/** Returns the scheme and the host of an address, and `***` for the rest (rules.md#subscriptions-4). */
export function maskAddress(address: string): string {
  if (/^mailto:/i.test(address)) {
    const domains = address
      .slice('mailto:'.length)
      .split(',')
      .map((recipient) => recipient.slice(recipient.lastIndexOf('@') + 1))
    return `mailto:${[...new Set(domains)].map((domain) => `${ADDRESS_MASK}@${domain}`).join(',')}`
  }
  if (!URL.canParse(address)) return ADDRESS_MASK
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}/${ADDRESS_MASK}`
}
