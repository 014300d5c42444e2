import { Faults } from '../../schema/body-error.js'
import { missingSecretKeyError, type SecretTools, type StoredSecret } from '../../secret/secret.js'
import type { HeaderAuth, PreviousSecret, SentAuth, WebhookAuth, WebhookInput } from '../webhook-config.js'
import { SECRET_FIELDS, SECRET_MASK } from './auth-rules.js'
import { type HeaderScheme, isHeaderName, SCHEMES } from './schemes.js'
import { convertSecret, toStoredSecret } from './to-stored-secret.js'

/**
 * Merges the fields of a body into the stored authentication (rules.md#changing-a-webhook). If the mode changes, the
 * credentials of the previous mode are removed. If the body contains no secret, the stored secret does not change.
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function mergeAuth(stored: WebhookAuth, sent: SentAuth, tools: SecretTools): WebhookAuth {
  const faults = new Faults()
  const auth = mergeByMode(stored, sent, { ...tools, faults })
  faults.throwIfAny()
  return auth ?? stored
}

interface MergeTools extends SecretTools {
  readonly faults: Faults
}

/** The merged authentication; `undefined` if there are faults. */
function mergeByMode(stored: WebhookAuth, sent: SentAuth, tools: MergeTools): WebhookAuth | undefined {
  const mode = sent.authMode ?? stored.mode
  if (mode === 'header') return mergeHeaderAuth(stored.mode === 'header' ? stored : undefined, sent, tools)
  refuseUnusedFields(sent, mode, tools.faults)
  if (mode === 'none') return { mode }
  const apiKeyId = sent.apiKeyId || (stored.mode === 'api_key' ? stored.apiKeyId : '')
  if (apiKeyId === '') tools.faults.add('apiKeyId', 'is required by authMode api_key')
  return { mode, apiKeyId }
}

/**
 * Refuses authentication fields that the mode of the webhook does not use. If the server ignored these fields, the
 * client would believe that they protect the webhook. But if the body names an `authMode`, only secrets are refused,
 * because a client may read a configuration, change its `authMode`, and send back all other fields.
 */
function refuseUnusedFields(sent: SentAuth, mode: 'none' | 'api_key', faults: Faults): void {
  const headerFields = sent.authMode === undefined ? (['authHeaderScheme', 'authHeaderName'] as const) : []
  const given = [
    ...SECRET_FIELDS.filter((field) => findNewSecret(sent, field)),
    ...headerFields.filter((name) => sent[name]),
  ]
  for (const field of given) faults.add(field, 'needs authMode header')
  if (mode === 'none') refuseUnusedKey(sent, faults)
}

function refuseUnusedKey({ authMode, apiKeyId }: SentAuth, faults: Faults): void {
  if (authMode === undefined && apiKeyId) faults.add('apiKeyId', 'needs authMode api_key')
}

function mergeHeaderAuth(stored: HeaderAuth | undefined, sent: SentAuth, tools: MergeTools): HeaderAuth | undefined {
  const { faults } = tools
  refuseUnusedKey(sent, faults)
  const scheme = sent.authHeaderScheme ?? stored?.scheme ?? 'static'
  const sentSecret = findNewSecret(sent, 'authSecret')
  const isTouched = sent.authMode !== undefined || scheme !== stored?.scheme || sentSecret !== undefined
  if (isTouched && tools.keys === undefined) throw missingSecretKeyError('authMode', 'header needs SECRET_KEY')
  const headerName = readHeaderName(stored, scheme, sent, faults)
  const storedSecret = stored && convertSecret(stored.secret, scheme, tools)
  const secret =
    sentSecret === undefined
      ? storedSecret
      : faults.of(() => toStoredSecret('authSecret', sentSecret, { scheme, tools }))
  if (sentSecret === undefined && storedSecret === undefined) faults.add('authSecret', requirementOf(stored, scheme))
  const replaced = sentSecret === undefined ? undefined : storedSecret
  const previous = mergePrevious({ stored, scheme, replaced }, sent, tools)
  return secret && { mode: 'header', scheme, headerName, secret, previous }
}

/**
 * Returns the name of the header that contains the secret or the signature. If the scheme requires a certain name,
 * returns this name. Otherwise returns the name in the body, or else the stored name, unless the stored name is one
 * that the stored scheme requires.
 */
function readHeaderName(stored: HeaderAuth | undefined, scheme: HeaderScheme, sent: SentAuth, faults: Faults): string {
  const fixed = SCHEMES[scheme].header
  if (fixed !== undefined) return fixed
  const isChosen = stored !== undefined && SCHEMES[stored.scheme].header === undefined
  const name = (sent.authHeaderName ?? '').trim() || (isChosen ? stored.headerName : '')
  if (name === '') faults.add('authHeaderName', `is required by the scheme ${scheme}`)
  else if (!isHeaderName(name)) faults.add('authHeaderName', 'is no name of a header')
  return name
}

function requirementOf(stored: HeaderAuth | undefined, scheme: HeaderScheme): string {
  if (stored === undefined) return 'is required by authMode header'
  return `is required: the stored one cannot become one of the scheme ${scheme}`
}

interface Rotation {
  readonly stored: HeaderAuth | undefined
  readonly scheme: HeaderScheme
  /** The stored secret that the body replaces; `undefined` = the body contains no new secret. */
  readonly replaced: HeaderAuth['secret'] | undefined
}

/**
 * Merges the previous secret. The first rule that applies wins:
 * 1. If `authSecretPreviousExpires` is `null`, there is no previous secret.
 * 2. If `authSecretPrevious` is sent, it becomes the previous secret.
 * 3. If `authSecret` and `authSecretPreviousExpires` are sent, the replaced secret becomes the previous secret.
 * 4. Otherwise the stored previous secret does not change.
 */
function mergePrevious(
  { stored, scheme, replaced }: Rotation,
  sent: SentAuth,
  tools: MergeTools,
): PreviousSecret | null {
  const { faults } = tools
  const { authSecretPreviousExpires: sentExpires } = sent
  if (sentExpires === null) return null
  const expires = sentExpires ?? stored?.previous?.expires
  const text = findNewSecret(sent, 'authSecretPrevious')
  if (text !== undefined) {
    const chosen = faults.of(() => toStoredSecret('authSecretPrevious', text, { scheme, tools }))
    if (expires === undefined) faults.add('authSecretPreviousExpires', 'is required by authSecretPrevious')
    return toPreviousSecret(chosen, expires)
  }
  const previousSecret = stored?.previous ? convertSecret(stored.previous.secret, scheme, tools) : undefined
  const secret = sentExpires === undefined ? previousSecret : (replaced ?? previousSecret)
  if (secret === undefined && sentExpires !== undefined) {
    faults.add('authSecretPreviousExpires', 'needs a previous secret')
  }
  return toPreviousSecret(secret, expires)
}

function toPreviousSecret(secret: StoredSecret | undefined, expires: string | undefined): PreviousSecret | null {
  return secret && expires !== undefined ? { secret, expires } : null
}

/** The new secret in a body; `undefined` = the body contains none, so the stored secret does not change. */
export function findNewSecret(sent: SentSecrets, field: (typeof SECRET_FIELDS)[number]): string | undefined {
  const secret = sent[field] ?? ''
  return secret === '' || secret === SECRET_MASK ? undefined : secret
}

export type SentSecrets = Pick<WebhookInput, (typeof SECRET_FIELDS)[number]>
