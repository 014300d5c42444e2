import type { ListFilter } from '../../list-columns.js'
import { type ListRequest, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { HistorySummary } from '../../webhook/delivery/history.js'
import { type ShownConfig, showConfig, staleSecrets } from '../../webhook/show-config.js'
import type { Dependencies } from '../dependencies.js'

/** A webhook as lists show it: without its mapping, and with a summary of its histories. */
export type WebhookSummary = Omit<
  ShownConfig,
  'fieldMappings' | 'defaultValues' | 'arrayPath' | 'payloadFormat' | 'jsonFields' | 'testPayloads' | 'deduplication'
> &
  HistorySummary

/** A page of webhooks, and the ids of all webhooks (on any page) whose stored secret can no longer be used. */
export interface WebhookList extends PagedList<WebhookSummary> {
  readonly staleSecrets: readonly string[]
}

/**
 * Lists webhooks without their mappings (rules.md#webhook-configuration-3).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listWebhooks(
  { store, secretKeys }: Dependencies,
  request: ListRequest<ListFilter<'webhooks'>>,
): Promise<WebhookList> {
  const { filters, ...page } = readListQuery('webhooks', request)
  const { enabled, ...others } = filters
  const query = { ...page, filters: enabled === undefined ? others : { ...others, enabled: enabled.map(asBoolean) } }
  return await store.snapshot(async ({ webhooks }) => {
    const { items, total } = await webhooks.list(query)
    const summaries = items.map(({ config, histories }): WebhookSummary => {
      const { fieldMappings, defaultValues, arrayPath, deduplication, ...named } = showConfig(config, secretKeys)
      const { payloadFormat, jsonFields, testPayloads, ...shown } = named
      return { ...shown, ...histories }
    })
    const stale = staleSecrets(await webhooks.all(), secretKeys).toSorted()
    return { ...pageOf(query, { items: summaries, total }), staleSecrets: stale }
  })
}

/** A boolean of a query (rules.md#requests-11) in the form that stores expect. */
function asBoolean(value: string): string {
  return String(value === '1' || value === 'true')
}
