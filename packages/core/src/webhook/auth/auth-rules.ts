import { define } from '../../schema/field.js'
import { FILLED, type FieldRule, has, when } from '../../schema/field-rules.js'
import { HEADER_NAME, HEADER_SCHEMES, SCHEMES, SIGNATURE_SCHEMES } from './schemes.js'

/** Fields that contain a secret. */
export const SECRET_FIELDS = ['authSecret', 'authSecretPrevious'] as const

/** Forms show this text in place of a stored secret. If a client sends it back, the stored secret does not change. */
export const MASK = '******'

/**
 * The rules for the authentication fields in the body of a new webhook, by field, for the OpenAPI document: which
 * fields each mode needs, and which fields it refuses. `mergeAuth` applies the same rules. If the body names a preset,
 * the preset may supply fields that the body does not have; every preset has the mode `header`.
 */
export const AUTH_RULES = /* @__PURE__ */ define((): Readonly<Record<string, FieldRule>> => {
  const noSecret = { enum: [null, '', MASK] }
  const chosen = HEADER_SCHEMES.filter((scheme) => SCHEMES[scheme].header === undefined)
  const blankOrName = { anyOf: [{ type: 'null' }, { type: 'string', pattern: `^\\s*${HEADER_NAME}\\s*$` }] }
  const isSecret = { not: noSecret }
  const header = [
    has('authSecret', isSecret),
    when(has('authHeaderScheme', { enum: chosen }), { properties: { authHeaderName: blankOrName } }),
    when(has('authHeaderScheme', { enum: SIGNATURE_SCHEMES }), { not: has('payloadFormat', { const: 'query' }) }),
    when(has('authSecretPrevious', isSecret), has('authSecretPreviousExpires', {})),
    when(has('authSecretPreviousExpires', FILLED), has('authSecretPrevious', isSecret)),
  ]
  const withoutSecrets = { properties: Object.fromEntries(SECRET_FIELDS.map((field) => [field, noSecret])) }
  const hasMode = (mode: string) => has('authMode', { const: mode })
  const given = { type: 'string', minLength: 1 }
  const withMode = { anyOf: [has('authMode', { type: 'string' }), has('authSecret', isSecret)] }
  const stray = ['authHeaderScheme', 'authHeaderName', 'apiKeyId'].map((field) => [
    field,
    when(has(field, given), withMode),
  ])
  return {
    authMode: {
      allOf: [
        when(hasMode('header'), { allOf: header }),
        when(has('authMode', { enum: ['none', 'api_key'] }), withoutSecrets),
        when(hasMode('api_key'), has('apiKeyId', given)),
      ],
    },
    authSecretPrevious: when(has('authSecretPrevious', isSecret), withMode),
    ...Object.fromEntries(stray),
  }
})
