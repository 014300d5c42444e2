import type { Caller } from '../../access/caller.js'
import type { Dependencies } from '../dependencies.js'
import { deliveriesOf, knownConfig, type ShownWebhook, shownWebhook } from './shown-webhook.js'
import { type PolicyDetail, policiesOfWebhooks, requirePolicyScope } from './webhook-policies.js'

/**
 * Reads a webhook with its histories (rules.md#webhook-configuration-5), and with its alert policies if `detail` asks
 * for them (rules.md#policies-of-a-webhook-4).
 *
 * @throws OpsgraphError `notFound`; `forbidden` if policies are asked for and the caller may not read them
 */
export async function readWebhook(
  dependencies: Dependencies,
  caller: Caller,
  id: string,
  detail: PolicyDetail = {},
): Promise<ShownWebhook> {
  requirePolicyScope(caller, detail)
  return await dependencies.store.snapshot(async (parts) => {
    const webhook = shownWebhook(dependencies, await knownConfig(parts, id), await deliveriesOf(parts, id))
    if (detail.policies !== true) return webhook
    return { ...webhook, policies: (await policiesOfWebhooks(parts, [id])).get(id) ?? [] }
  })
}
