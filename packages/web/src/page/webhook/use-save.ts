import type { JsonObject } from '@opsgraph/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type PresetPolicy, readWebhookPolicies, type Webhook } from '../../api/webhooks.js'
import type { EditedDraft } from './use-webhook-draft.js'
import { bodyOf } from './webhook-draft.js'

interface SaveOptions {
  readonly save: (body: JsonObject) => Promise<Webhook>
  readonly onSaved: (webhook: Webhook) => unknown
  /** The stored webhook; `undefined` if `save` creates it. */
  readonly webhook: Webhook | undefined
  /** The alert policies of the chosen preset. */
  readonly presetPolicies: readonly PresetPolicy[]
}

/**
 * Saves the draft of a webhook together with its new alert policies, in one request: the server saves all of them or
 * nothing. The policies in the JSON of the draft, or else the stored policies of the webhook, stay, except those with the
 * name of a new one, which replaces them.
 */
export function useSave({ draft, policies }: EditedDraft, { save, onSaved, webhook, presetPolicies }: SaveOptions) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const added = [...presetPolicies, ...policies]
      const body = bodyOf(draft)
      if (added.length === 0) return await save(body)
      const names = new Set<unknown>(added.map(({ name }) => name))
      const known = body.policies ?? (webhook === undefined ? [] : await readWebhookPolicies(webhook.id))
      const kept = (known as readonly JsonObject[]).filter(({ name }) => !names.has(name))
      return await save({ ...body, policies: [...kept, ...(added as unknown as readonly JsonObject[])] })
    },
    onSuccess: onSaved,
    onSettled: () => queries.invalidateQueries({ queryKey: ['policies', 'alert'] }),
  })
}
