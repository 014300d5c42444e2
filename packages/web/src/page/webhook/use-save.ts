import type { JsonObject } from '@opsgraph/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeWebhook, createWebhookPolicy, type Webhook } from '../../api/webhooks.js'
import type { EditedDraft } from './use-webhook-draft.js'
import { bodyOf } from './webhook-draft.js'

interface SaveOptions {
  readonly save: (body: JsonObject) => Promise<Webhook>
  readonly onSaved: (webhook: Webhook) => unknown
  /** Whether `save` creates the webhook. */
  readonly isNew: boolean
}

/**
 * Saves the draft of a webhook, and then creates its suggested alert policies. If one of the policies cannot be
 * created, the webhook is saved nevertheless: the next attempt does not create it again, and creates only the missing
 * policies.
 */
export function useSave({ draft, policies, setPolicies }: EditedDraft, { save, onSaved, isNew }: SaveOptions) {
  const queries = useQueryClient()
  const [created, setCreated] = useState<Webhook>()
  const [isStored, setStored] = useState(false)
  const saving = useMutation({
    mutationFn: async () => {
      setStored(false)
      const body = bodyOf(draft)
      const { id = created?.id } = body
      const isCreated = created !== undefined && id === created.id
      const stored = isCreated ? await changeWebhook(created.id, body) : await save(body)
      setStored(true)
      if (isNew) setCreated(stored)
      // One policy after the other, because policies with the same `order` run in the order of their creation.
      for (const [index, policy] of policies.entries()) {
        await createWebhookPolicy(stored.id, policy)
        setPolicies(policies.slice(index + 1))
      }
      return stored
    },
    onSuccess: onSaved,
    onSettled: () => queries.invalidateQueries({ queryKey: ['policies', 'alert'] }),
  })
  const failure = isStored ? 'The webhook is saved, but not all of its alert policies' : 'Nothing was saved'
  return { saving, failure }
}
