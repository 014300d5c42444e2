import type { JsonObject } from '@opsgraph/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Explanation, explainConfig, type PresetPolicy } from '../../api/webhooks.js'
import { readJson } from '../../ui/read-json.js'
import { useSettled } from '../../ui/use-settled.js'

/** The server's explanation of a payload. It is requested again after each change of the config or the payload. */
export interface Explained {
  /** The payload as the user has typed it. */
  readonly payload: string
  /** Whether the payload may also be a text that is not JSON, because the webhook receives such texts. */
  readonly isForm: boolean
  readonly data: Explanation | undefined
  readonly error: Error | null
  readonly isPending: boolean
}

interface Asked {
  /** The config to test; `undefined` while the draft is not a JSON object. There is no explanation then. */
  readonly config: JsonObject | undefined
  /** The payload as the user has typed it. */
  readonly payload: string
  /** Alert policies that are not saved yet. They run in addition to the stored policies. */
  readonly policies: readonly PresetPolicy[]
  /**
   * The id of the stored webhook, whose stored alert policies run too; `undefined` if the webhook is not created yet.
   */
  readonly webhookId: string | undefined
}

export function useExplanation({ config, payload, policies, webhookId }: Asked): Explained {
  const asked = useSettled(JSON.stringify({ config, payload }))
  const { config: sent, payload: text } = JSON.parse(asked) as { config?: JsonObject; payload: string }
  const isForm = receivesTexts(sent)
  const value = readPayload(text, isForm)
  const { data, error, isFetching } = useQuery({
    queryKey: ['explanation', asked, policies, webhookId],
    enabled: sent !== undefined && value !== undefined,
    retry: false,
    gcTime: 60_000,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      // Do not send the typed id and name, because the server would report an empty id or name as a fault, although
      // they do not affect the mapping. The id of a stored webhook selects its alert policies.
      const { id, name, ...rest } = sent ?? {}
      const config = webhookId === undefined ? rest : { ...rest, id: webhookId }
      return await explainConfig({ config, payload: value, policies }, signal)
    },
  })
  const isAsked = value !== undefined && sent !== undefined
  const answer = { data: isAsked ? data : undefined, error: isAsked ? error : null, isPending: isFetching }
  return { payload, isForm: receivesTexts(config), ...answer }
}

function receivesTexts(config: JsonObject | undefined): boolean {
  return ['lenient', 'form', 'query'].includes(String(config?.payloadFormat))
}

/** Reads the payload to explain from JSON, or from a text in the format of the webhook. Returns `undefined` if it cannot. */
function readPayload(text: string, isForm: boolean): unknown {
  if (text.trim() === '') return undefined
  const read = readJson(text)
  if ('value' in read) return read.value
  return isForm ? text : undefined
}
