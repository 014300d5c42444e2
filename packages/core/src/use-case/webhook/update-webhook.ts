import type { Caller } from '../../access/caller.js'
import type { Dependencies } from '../../port/dependencies.js'
import { timestamp } from '../../timestamp.js'
import { mergeConfig } from '../../webhook/merge-config.js'
import { secretWarnings } from '../../webhook/secret-warnings.js'
import { requireBindable } from './require-bindable.js'
import { knownConfig, type SavedWebhook, shownWebhook } from './shown-webhook.js'

/**
 * Merges a body into a webhook (api.md, PUT /api/webhook_config/<webhook_id>). Its histories stay.
 *
 * @throws OpsgraphError `notFound`; `invalid`, naming the field, with issues when the mapping has faults; `forbidden` for
 *   another user's API key
 */
export async function updateWebhook(
  dependencies: Dependencies,
  caller: Caller,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<SavedWebhook> {
  const { store, clock, newNonce, secretKeys, knownWebhooks } = dependencies
  const updated = await store.transaction(async (parts) => {
    await parts.lock('webhooks')
    const before = await knownConfig(parts, id)
    const after = mergeConfig(before, body, { keys: secretKeys, newNonce, now: timestamp(clock()) })
    await requireBindable(parts.apiKeys, caller, { before, after })
    await parts.webhooks.save(after)
    return shownWebhook(dependencies, after, await parts.webhooks.histories(id))
  })
  knownWebhooks.forgetWebhooks()
  return { ...updated, warnings: secretWarnings(body) }
}
