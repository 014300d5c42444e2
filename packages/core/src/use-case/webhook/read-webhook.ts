import type { Dependencies } from '../dependencies.js'
import { knownConfig, type ShownWebhook, shownWebhook } from './shown-webhook.js'

/**
 * Reads a webhook with its histories (rules.md#webhook-configuration-5).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readWebhook(dependencies: Dependencies, id: string): Promise<ShownWebhook> {
  return await dependencies.store.snapshot(async (parts) => {
    const config = await knownConfig(parts, id)
    return shownWebhook(dependencies, config, await parts.webhooks.histories(id))
  })
}
