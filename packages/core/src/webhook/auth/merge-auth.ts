import type { BodyReader } from '../../body-reader.js'
import { LIMITS } from '../../limits.js'
import { readTimestamp } from '../../timestamp.js'
import { AUTH_MODES, type HeaderAuth, type PreviousSecret, type WebhookAuth } from '../webhook-config.js'
import { type SecretTools, secretToKeep, storedAs, withoutSecretKey } from './keep-secret.js'
import { HEADER_SCHEMES, type HeaderScheme, SCHEMES } from './schemes.js'

/** The authentication fields that a body may contain. All other authentication fields exist only in responses. */
export const AUTH_FIELDS = [
  'authMode',
  'authHeaderScheme',
  'authHeaderName',
  'authSecret',
  'authSecretPrevious',
  'authSecretPreviousExpires',
  'apiKeyId',
] as const

/** Fields that contain a secret. */
export const SECRET_FIELDS = ['authSecret', 'authSecretPrevious'] as const

/**
 * Merges a body into the stored authentication (rules.md#changing-a-webhook). A new mode removes the credentials of the
 * previous mode. If the body contains no secret, the stored secret does not change.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function mergeAuth(known: WebhookAuth, reader: BodyReader, tools: SecretTools): WebhookAuth {
  const mode = reader.choice('authMode', AUTH_MODES) ?? known.mode
  if (mode === 'header') return mergeHeaderAuth(known.mode === 'header' ? known : undefined, reader, tools)
  refuseStray(reader, mode)
  if (mode === 'none') return { mode }
  const apiKeyId = reader.reference('apiKeyId') || (known.mode === 'api_key' ? known.apiKeyId : '')
  if (apiKeyId === '') throw reader.fault('apiKeyId', 'is required by authMode api_key')
  return { mode, apiKeyId }
}

/**
 * Refuses authentication fields that the mode of the webhook does not use. If the server ignored these fields, the
 * client would believe that they protect the webhook. If the body names an `authMode`, only secrets are refused: a
 * client may read a configuration, change only `authMode`, and send back all other fields.
 */
function refuseStray(reader: BodyReader, mode: 'none' | 'api_key'): void {
  for (const field of SECRET_FIELDS) {
    if (readSecret(reader, field) !== undefined) throw reader.fault(field, 'needs authMode header')
  }
  if (reader.value('authMode') !== undefined) return
  const stray = (['authHeaderScheme', 'authHeaderName'] as const).find((field) => isGiven(reader, field))
  if (stray !== undefined) throw reader.fault(stray, 'needs authMode header')
  if (mode === 'none') refuseStrayKey(reader)
}

function refuseStrayKey(reader: BodyReader): void {
  if (isGiven(reader, 'apiKeyId')) throw reader.fault('apiKeyId', 'needs authMode api_key')
}

function isGiven(reader: BodyReader, field: string): boolean {
  return (reader.value(field) ?? '') !== ''
}

function mergeHeaderAuth(known: HeaderAuth | undefined, reader: BodyReader, tools: SecretTools): HeaderAuth {
  if (reader.value('authMode') === undefined) refuseStrayKey(reader)
  const scheme = reader.choice('authHeaderScheme', HEADER_SCHEMES) ?? known?.scheme ?? 'static'
  const sent = readSecret(reader, 'authSecret')
  const isTouched = reader.value('authMode') !== undefined || scheme !== known?.scheme || sent !== undefined
  if (isTouched && tools.keys === undefined) throw withoutSecretKey('authMode header')
  const headerName = readHeaderName(known, scheme, reader)
  const kept = known && storedAs(known.secret, scheme, tools)
  const secret = sent === undefined ? kept : secretToKeep('authSecret', sent, { scheme, tools })
  if (secret === undefined) throw reader.fault('authSecret', requirement(known, scheme))
  const replaced = sent === undefined ? undefined : kept
  return {
    mode: 'header',
    scheme,
    headerName,
    secret,
    previous: mergePrevious({ known, scheme, replaced }, reader, tools),
  }
}

/**
 * Returns the name of the header that contains the secret or the signature. Some schemes require a certain name. For
 * all other schemes, the function returns the name in the body. If the body contains no name, it returns the stored
 * name, unless the stored scheme required that name.
 */
function readHeaderName(known: HeaderAuth | undefined, scheme: HeaderScheme, reader: BodyReader): string {
  const fixed = SCHEMES[scheme].header
  if (fixed !== undefined) return fixed
  const isChosen = known !== undefined && SCHEMES[known.scheme].header === undefined
  const name = (reader.string('authHeaderName') ?? '').trim() || (isChosen ? known.headerName : '')
  if (name === '') throw reader.fault('authHeaderName', `is required by the scheme ${scheme}`)
  if (!isHeaderName(name)) throw reader.fault('authHeaderName', 'is no name of a header')
  return name
}

export function isHeaderName(name: string): boolean {
  return HEADER_NAME.test(name) && name.length <= LIMITS.name
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

function requirement(known: HeaderAuth | undefined, scheme: HeaderScheme): string {
  if (known === undefined) return 'is required by authMode header'
  return `is required: the stored one cannot become one of the scheme ${scheme}`
}

interface Rotation {
  readonly known: HeaderAuth | undefined
  readonly scheme: HeaderScheme
  /** The stored secret that the body replaces; `undefined` = the body contains no new secret. */
  readonly replaced: HeaderAuth['secret'] | undefined
}

/**
 * Merges the previous secret. The first rule that applies wins:
 * 1. If `authSecretPreviousExpires` is `null`, there is no previous secret.
 * 2. If `authSecretPrevious` is sent, it becomes the previous secret.
 * 3. If `authSecret` and `authSecretPreviousExpires` are sent, the replaced secret becomes the previous secret.
 * 4. Otherwise the stored previous secret is kept.
 */
function mergePrevious(
  { known, scheme, replaced }: Rotation,
  reader: BodyReader,
  tools: SecretTools,
): PreviousSecret | null {
  if (reader.sent('authSecretPreviousExpires') === null) return null
  const sent = readSecret(reader, 'authSecretPrevious')
  const sentExpires = readExpires(reader)
  const expires = sentExpires ?? known?.previous?.expires
  const kept = known?.previous && storedAs(known.previous.secret, scheme, tools)
  const chosen = sent === undefined ? undefined : secretToKeep('authSecretPrevious', sent, { scheme, tools })
  const secret = chosen ?? (sentExpires === undefined ? kept : (replaced ?? kept))
  if (secret && expires !== undefined) return { secret, expires }
  if (secret) throw reader.fault('authSecretPreviousExpires', 'is required by authSecretPrevious')
  if (sentExpires !== undefined) throw reader.fault('authSecretPreviousExpires', 'needs a previous secret')
  return null
}

function readExpires(reader: BodyReader): string | undefined {
  const text = reader.string('authSecretPreviousExpires')
  const expires = text === undefined ? undefined : readTimestamp(text)
  if (text !== undefined && expires === undefined) {
    throw reader.fault('authSecretPreviousExpires', 'must be an ISO 8601 time')
  }
  return expires
}

/**
 * Forms show this text in place of a stored secret. If a client sends this text back, the stored secret does not
 * change.
 */
const MASK = '******'

/** The new secret in a body; `undefined` = the body contains no new secret, so the stored secret does not change. */
export function readSecret(reader: BodyReader, field: (typeof SECRET_FIELDS)[number]): string | undefined {
  const secret = reader.text(field)
  return secret === undefined || secret === '' || secret === MASK ? undefined : secret
}
