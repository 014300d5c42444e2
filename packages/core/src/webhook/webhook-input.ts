import type { AlertPolicyInput } from '../alert-policy/alert-policy.js'
import type { FilterInput } from '../filter/read-filter.js'
import type { OptionalFields } from '../optional-fields.js'
import type { HeaderScheme } from './auth/schemes.js'
import type { AuthMode, Deduplication, WebhookConfig } from './webhook-config.js'

/**
 * The settings of a new webhook, or changes to a stored webhook. A change keeps the stored value of each field that is
 * left out (rules.md#webhook-configuration).
 */
export interface WebhookInput extends OptionalFields<Settings>, AuthInput {
  /** Letters, digits, `-` and `_`. Default: a new id. Cannot be changed. */
  readonly id?: string | null | undefined
  /**
   * The filter for payloads that are only tests. Tests create no alerts. Default: `null`. `null` or a filter without
   * clauses = no payload is a test.
   */
  readonly testPayloads?: FilterInput | null | undefined
  /** `null` = repeated deliveries are not recognized. Default for a new webhook: `null`. */
  readonly deduplication?: Deduplication | null | undefined
  /**
   * A delivery is expected every so many seconds: `LIMITS.webhookExpectEvery`. `null` = the sender may be silent. Default
   * for a new webhook: `null`.
   */
  readonly expectEvery?: number | null | undefined
  /**
   * All alert policies of the webhook. They apply only to its alerts. A change replaces the stored policies of the
   * webhook by these; without this field, they stay. At most `LIMITS.webhookPolicies`.
   */
  readonly policies?: readonly AlertPolicyInput[] | null | undefined
}

type Settings = Pick<
  WebhookConfig,
  | 'name'
  | 'description'
  | 'sourceId'
  | 'enabled'
  | 'fieldMappings'
  | 'defaultValues'
  | 'arrayPath'
  | 'payloadFormat'
  | 'base64Fields'
  | 'jsonFields'
  | 'timezone'
  | 'expectSeverity'
>

/** How senders authenticate (rules.md#changing-a-webhook). */
interface AuthInput {
  /** Default for a new webhook: `none`. */
  readonly authMode?: AuthMode | null | undefined
  /** For authMode `header`. Default: `static`. */
  readonly authHeaderScheme?: HeaderScheme | null | undefined
  /** The name of the header with the secret or signature, for schemes that do not require a certain name. */
  readonly authHeaderName?: string | null | undefined
  /** For authMode `header`. The empty text and `******` keep the stored secret. */
  readonly authSecret?: string | null | undefined
  /** A secret that is accepted besides `authSecret` until `authSecretPreviousExpires`. */
  readonly authSecretPrevious?: string | null | undefined
  /** ISO 8601; `null` = the previous secret is removed, so it is no longer accepted. */
  readonly authSecretPreviousExpires?: string | null | undefined
  /** For authMode `api_key`. */
  readonly apiKeyId?: string | null | undefined
}
