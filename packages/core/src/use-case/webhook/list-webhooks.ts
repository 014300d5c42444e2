import { LIST_COLUMNS, type ListFilter } from '../../list-columns.js'
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
 * @throws OpsgraphError `invalid` for an invalid page or page size, or an unknown sort column
 */
export async function listWebhooks(
  { store, secretKeys }: Dependencies,
  request: ListRequest<ListFilter<'webhooks'>>,
): Promise<WebhookList> {
  const query = readListQuery(request, LIST_COLUMNS.webhooks.sorts)
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
