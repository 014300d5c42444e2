import type { Caller } from '../../access/caller.js'
import type { AlertPolicy } from '../../alert-policy/alert-policy.js'
import type { ListFilter } from '../../list-columns.js'
import { type ListRequest, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { HistorySummary } from '../../webhook/delivery/history.js'
import { type ShownConfig, showConfig, staleSecrets } from '../../webhook/show-config.js'
import type { Dependencies } from '../dependencies.js'
import { type PolicyDetail, policiesOfWebhooks, requirePolicyScope } from './webhook-policies.js'

/** A webhook as lists show it: without its mapping, and with a summary of its histories. */
export type WebhookSummary = Omit<
  ShownConfig,
  | 'fieldMappings'
  | 'defaultValues'
  | 'arrayPath'
  | 'payloadFormat'
  | 'base64Fields'
  | 'jsonFields'
  | 'testPayloads'
  | 'timezone'
  | 'deduplication'
> &
  HistorySummary & {
    /** If a delivery is overdue: since when the webhook waits for it; otherwise `null` (rules.md#webhook-silence). */
    readonly silentSince: string | null
    /** The alert policies of the webhook, in the order in which they run, if the caller has asked for them. */
    readonly policies?: readonly AlertPolicy[]
  }

/** A page of webhooks, and the ids of all webhooks (on any page) whose stored secret can no longer be used. */
export interface WebhookList extends PagedList<WebhookSummary> {
  readonly staleSecrets: readonly string[]
}

/**
 * Lists webhooks without their mappings (rules.md#webhook-configuration-3), and with their alert policies if the request
 * asks for them (rules.md#policies-of-a-webhook-4).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value;
 *   `forbidden` if policies are asked for and the caller may not read them
 */
export async function listWebhooks(
  { store, secretKeys }: Dependencies,
  caller: Caller,
  request: ListRequest<ListFilter<'webhooks'>> & PolicyDetail,
): Promise<WebhookList> {
  requirePolicyScope(caller, request)
  const { filters, ...page } = readListQuery('webhooks', request)
  const { enabled, ...others } = filters
  const query = { ...page, filters: enabled === undefined ? others : { ...others, enabled: enabled.map(asBoolean) } }
  return await store.snapshot(async (parts) => {
    const { items, total } = await parts.webhooks.list(query)
    const ids = items.map(({ config }) => config.id)
    const silent = await parts.webhooks.silentSince(ids)
    const policies = request.policies === true ? await policiesOfWebhooks(parts, ids) : undefined
    const summaries = items.map(({ config, histories }): WebhookSummary => {
      const { fieldMappings, defaultValues, arrayPath, deduplication, ...named } = showConfig(config, secretKeys)
      const { payloadFormat, base64Fields, jsonFields, testPayloads, timezone, ...shown } = named
      const silentSince = silent.get(config.id) ?? null
      return { ...shown, ...histories, silentSince, ...(policies && { policies: policies.get(config.id) ?? [] }) }
    })
    const stale = staleSecrets(await parts.webhooks.all(), secretKeys).toSorted()
    return { ...pageOf(query, { items: summaries, total }), staleSecrets: stale }
  })
}

/** A boolean of a query (rules.md#requests-11) in the form that stores expect. */
function asBoolean(value: string): string {
  return String(value === '1' || value === 'true')
}
