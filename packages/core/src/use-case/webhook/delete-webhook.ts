import { notFound } from '../../opsgraph-error.js'
import type { Dependencies } from '../../port/dependencies.js'

/**
 * Deletes a webhook and its histories (api.md, DELETE /api/webhook_config/<webhook_id>). Alerts that came through it stay.
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteWebhook({ store, knownWebhooks }: Dependencies, id: string): Promise<void> {
  if (!(await store.webhooks.delete(id))) throw notFound('webhook')
  knownWebhooks.forgetWebhooks()
}
