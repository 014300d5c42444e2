import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AlertPolicyPreview, previewAlertPolicy, type TriedPolicy } from '../../api/alert-policies.js'
import { useSettled } from '../../ui/use-settled.js'

interface Previewed {
  readonly preview: AlertPolicyPreview | undefined
  /** Whether the preview is of an earlier version of the policy. A preview of this version follows. */
  readonly isOutdated: boolean
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => void
}

/**
 * Tries an alert policy on the server, again after each change.
 *
 * @param tried `undefined` while the policy has a fault: it is not tried then
 */
export function usePreview(tried: TriedPolicy | undefined): Previewed {
  const wanted = JSON.stringify(tried ?? null)
  const asked = useSettled(wanted)
  const sent = JSON.parse(asked) as TriedPolicy | null
  const isAsked = sent !== null && tried !== undefined
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['alert-policy-preview', asked],
    enabled: isAsked,
    retry: false,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => await previewAlertPolicy(JSON.parse(asked) as TriedPolicy, signal),
  })
  const isOutdated = isPlaceholderData || asked !== wanted
  return { preview: isAsked ? data : undefined, isOutdated, error: isAsked ? error : null, isFetching, refetch }
}
