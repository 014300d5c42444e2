import { define } from '../../schema/field.js'
import { FILLED_TEXT, type FieldRule, fieldHas, ifThenElse } from '../../schema/field-rules.js'
import { HEADER_NAME, HEADER_SCHEMES, SCHEMES, SIGNATURE_SCHEMES } from './schemes.js'

/** Fields that contain a secret. */
export const SECRET_FIELDS = ['authSecret', 'authSecretPrevious'] as const

/** Forms show this text in place of a stored secret. If a client sends it back, the stored secret does not change. */
export const SECRET_MASK = '******'

/**
 * The rules for the authentication fields in the body of a new webhook, by field, for the OpenAPI document: which
 * fields each mode needs, and which fields it refuses. `mergeAuth` applies the same rules. If the body names a preset,
 * the preset may supply fields that the body does not have; every preset has the mode `header`.
 */
export const AUTH_RULES = /* @__PURE__ */ define((): Readonly<Record<string, FieldRule>> => {
  const noSecret = { enum: [null, '', SECRET_MASK] }
  const chosen = HEADER_SCHEMES.filter((scheme) => SCHEMES[scheme].header === undefined)
  const blankOrName = { anyOf: [{ type: 'null' }, { type: 'string', pattern: `^\\s*${HEADER_NAME}\\s*$` }] }
  const isSecret = { not: noSecret }
  const header = [
    fieldHas('authSecret', isSecret),
    ifThenElse(fieldHas('authHeaderScheme', { enum: chosen }), { properties: { authHeaderName: blankOrName } }),
    ifThenElse(fieldHas('authHeaderScheme', { enum: SIGNATURE_SCHEMES }), {
      not: fieldHas('payloadFormat', { const: 'query' }),
    }),
    ifThenElse(fieldHas('authSecretPrevious', isSecret), fieldHas('authSecretPreviousExpires', {})),
    ifThenElse(fieldHas('authSecretPreviousExpires', FILLED_TEXT), fieldHas('authSecretPrevious', isSecret)),
  ]
  const withoutSecrets = { properties: Object.fromEntries(SECRET_FIELDS.map((field) => [field, noSecret])) }
  const hasMode = (mode: string) => fieldHas('authMode', { const: mode })
  const given = { type: 'string', minLength: 1 }
  const withMode = { anyOf: [fieldHas('authMode', { type: 'string' }), fieldHas('authSecret', isSecret)] }
  const stray = ['authHeaderScheme', 'authHeaderName', 'apiKeyId'].map((field) => [
    field,
    ifThenElse(fieldHas(field, given), withMode),
  ])
  return {
    authMode: {
      allOf: [
        ifThenElse(hasMode('header'), { allOf: header }),
        ifThenElse(fieldHas('authMode', { enum: ['none', 'api_key'] }), withoutSecrets),
        ifThenElse(hasMode('api_key'), fieldHas('apiKeyId', given)),
      ],
    },
    authSecretPrevious: ifThenElse(fieldHas('authSecretPrevious', isSecret), withMode),
    ...Object.fromEntries(stray),
  }
})
