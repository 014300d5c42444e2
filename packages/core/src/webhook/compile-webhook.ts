import type { SecretKeys } from '../secret/secret.js'
import { type OpenedAuth, openAuth } from './auth/webhook-auth.js'
import type { Mapping } from './mapping/mapping.js'
import { readMapping } from './mapping/read-mapping.js'
import type { WebhookConfig } from './webhook-config.js'

/** A webhook prepared for receiving deliveries: its mapping is compiled, and its secrets are decrypted. */
export interface CompiledWebhook {
  readonly config: WebhookConfig
  /** The compiled mapping, or an error message if the stored mapping is no longer valid. */
  readonly mapping: Mapping | { readonly message: string }
  readonly auth: OpenedAuth
}

export function compileWebhook(config: WebhookConfig, keys: SecretKeys | undefined): CompiledWebhook {
  const read = readMapping(config)
  const mapping = 'mapping' in read ? read.mapping : { message: `Invalid field mappings: ${read.issues[0]?.message}` }
  return { config, mapping, auth: openAuth(config.auth, keys) }
}
