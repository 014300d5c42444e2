import { LIMITS } from '../../limits.js'

/** How a sender authenticates its deliveries: with the secret itself, or with a signature ({@link SigningScheme}). */
interface Scheme {
  /** A short description of the scheme. */
  readonly summary: string
  /** The name of the header with the secret or the signature; `undefined` = each webhook chooses the header. */
  readonly header: string | undefined
  /**
   * Returns why the scheme cannot use a secret; `undefined` = it can. The text never contains the secret. A scheme
   * without this function accepts every secret.
   */
  readonly secretFault?: (secret: string) => string | undefined
}

/**
 * A scheme in which the sender signs the body with an HMAC. The functions of a scheme use only strings, so that
 * browsers can use the schemes too.
 */
interface SigningScheme extends Scheme {
  /** The hash function of the HMAC. */
  readonly hash: 'sha256' | 'sha512'
  /** The header with the id of the delivery; `undefined` = no id is signed. */
  readonly idHeader: string | undefined
  /** The header with the time of sending, in seconds since 1970; `undefined` = no time is signed. */
  readonly timeHeader: string | undefined
  /**
   * Returns the part of the signed text that comes before the body. `id` and `time` are empty if the scheme does not
   * sign them.
   */
  readonly prefix: (id: string, time: string) => string
  /** Returns the HMAC key for a secret that `secretFault` accepts. */
  readonly key: (secret: string) => { readonly text: string; readonly encoding: 'utf8' | 'base64' }
  /** The encoding of a signature as text. */
  readonly encoding: 'hex' | 'base64'
  /** Returns the value of the header for an encoded signature. */
  readonly write: (digits: string) => string
  /** Returns all encoded signatures in the value of the header. Each of them must encode exactly one HMAC. */
  readonly read: (value: string) => readonly string[]
  /** Completes the message "the header … holds no …". */
  readonly form: string
}

const STATIC_SCHEME: Scheme = {
  summary: 'the secret itself in a header',
  header: undefined,
  // The value of a header can contain visible ASCII characters, and spaces between them. A proxy may change or refuse
  // other characters.
  secretFault: (secret) =>
    /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(secret) ? undefined : 'must be ASCII without spaces at its ends',
}

const GENERIC_SCHEME: SigningScheme = {
  summary: 'a signature in a header of your choice',
  header: undefined,
  idHeader: undefined,
  timeHeader: undefined,
  prefix: () => '',
  key: toUtf8Key,
  hash: 'sha256',
  encoding: 'hex',
  write: (digits) => `sha256=${digits}`,
  read: (value) => findSignatureTexts(value, /^(?:sha256=)?([0-9a-fA-F]{64})$/),
  form: 'signature of 64 hex digits, with or without sha256= before them',
}

const SHA512_SCHEME: SigningScheme = {
  ...GENERIC_SCHEME,
  summary: 'a SHA-512 signature in a header of your choice',
  hash: 'sha512',
  write: (digits) => `sha512=${digits}`,
  read: (value) => findSignatureTexts(value, /^(?:sha512=)?([0-9a-fA-F]{128})$/),
  form: 'signature of 128 hex digits, with or without sha512= before them',
}

const BASE64_SCHEME: SigningScheme = {
  ...GENERIC_SCHEME,
  summary: 'a base64 signature in a header of your choice',
  encoding: 'base64',
  write: (digits) => digits,
  read: (value) => findSignatureTexts(value, /^(?:sha256=)?([A-Za-z0-9+/]{43}=)$/),
  form: 'signature of 44 characters of base64, with or without sha256= before them',
}

/**
 * The header may contain several signatures, because some senders sign with both the old and the new secret for some
 * time. Signatures of other versions than `v1` are ignored.
 */
const LIST_SCHEME: SigningScheme = {
  ...GENERIC_SCHEME,
  summary: 'several signatures in a header of your choice, as PagerDuty and CircleCI sign',
  write: (digits) => `v1=${digits}`,
  read: (value) => value.split(',').flatMap((part) => findSignatureTexts(part.trim(), /^v1=([0-9a-fA-F]{64})$/)),
  form: 'signature: v1= and 64 hex digits',
}

const HUB_SCHEME: SigningScheme = {
  ...GENERIC_SCHEME,
  summary: 'as GitHub signs',
  header: 'X-Hub-Signature-256',
  read: (value) => findSignatureTexts(value, /^sha256=([0-9a-fA-F]{64})$/),
  form: 'signature: sha256= and 64 hex digits',
}

const CHAT_SCHEME: SigningScheme = {
  ...GENERIC_SCHEME,
  summary: 'as Slack signs',
  header: 'X-Chat-Signature',
  timeHeader: 'X-Chat-Request-Timestamp',
  prefix: (_, time) => `v0:${time}:`,
  write: (digits) => `v0=${digits}`,
  read: (value) => findSignatureTexts(value, /^v0=([0-9a-fA-F]{64})$/),
  form: 'signature: v0= and 64 hex digits',
}

/**
 * The part of the secret after `whsec_` is the key in base64. The header may contain several signatures, separated by
 * spaces.
 */
const STANDARD_SCHEME: SigningScheme = {
  ...GENERIC_SCHEME,
  summary: 'Standard Webhooks',
  header: 'webhook-signature',
  secretFault: (secret) => (BASE64_PATTERN.test(withoutWhsecPrefix(secret)) ? undefined : 'must be whsec_ and base64'),
  idHeader: 'webhook-id',
  timeHeader: 'webhook-timestamp',
  prefix: (id, time) => `${id}.${time}.`,
  key: (secret) => ({ text: withoutWhsecPrefix(secret), encoding: 'base64' }),
  encoding: 'base64',
  write: (digits) => `v1,${digits}`,
  read: (value) => value.split(' ').flatMap((part) => findSignatureTexts(part, /^v1,([A-Za-z0-9+/]{43}=)$/)),
  form: 'signature: v1, and 44 characters of base64',
}

const SIGNING_SCHEMES = {
  generic: GENERIC_SCHEME,
  sha512: SHA512_SCHEME,
  base64: BASE64_SCHEME,
  list: LIST_SCHEME,
  hub: HUB_SCHEME,
  chat: CHAT_SCHEME,
  standard: STANDARD_SCHEME,
}

/** All schemes of the mode `header` (rules.md#webhook-authentication). */
export const SCHEMES = { static: STATIC_SCHEME, ...SIGNING_SCHEMES }
export type HeaderScheme = keyof typeof SCHEMES
export const HEADER_SCHEMES = Object.keys(SCHEMES) as readonly HeaderScheme[]

/** The names of the schemes with signatures. */
export type SignatureScheme = keyof typeof SIGNING_SCHEMES
export const SIGNATURE_SCHEMES = Object.keys(SIGNING_SCHEMES) as readonly SignatureScheme[]

const BASE64_PATTERN = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/

function withoutWhsecPrefix(secret: string): string {
  return secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret
}

function toUtf8Key(secret: string) {
  return { text: secret, encoding: 'utf8' } as const
}

function findSignatureTexts(text: string, form: RegExp): readonly string[] {
  const digits = form.exec(text)?.[1]
  return digits === undefined ? [] : [digits]
}

export function isHeaderName(name: string): boolean {
  return IS_HEADER_NAME.test(name) && name.length <= LIMITS.name
}

/** The pattern of a header name. */
export const HEADER_NAME = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const IS_HEADER_NAME = new RegExp(`^${HEADER_NAME}$`)
