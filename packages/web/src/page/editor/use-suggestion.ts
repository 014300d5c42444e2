import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type EditedTopology, requestSuggestion } from '../../api/topologies.js'
import type { Edit } from './edit.js'
import { createAcceptEdit, filterSuggestion, NO_SUGGESTION, type SuggestedGraph } from './suggested-graph.js'

interface Suggestion extends SuggestedGraph {
  readonly alertsLeftOut: number
}

/** Requests suggestions, drops those that no longer apply to the edited topology, and accepts suggestions. */
export function useSuggestion(id: string, topology: EditedTopology, edit: (edit: Edit) => void) {
  const asking = useMutation({ mutationFn: async () => (await requestSuggestion(id)) as Suggestion })
  const suggestion = asking.data ?? NO_SUGGESTION
  const suggested = useMemo(() => filterSuggestion(suggestion, topology), [suggestion, topology])
  return {
    suggested,
    /** The number of alerts for which no node is suggested, because the topology would then have too many nodes. */
    alertsLeftOut: asking.data?.alertsLeftOut ?? 0,
    /** Whether the user has requested suggestions. */
    isAsked: asking.data !== undefined,
    isAsking: asking.isPending,
    error: asking.error,
    ask: () => asking.mutate(),
    accept: (ids: readonly string[]) => edit(createAcceptEdit(suggested, ids)),
    dismiss: () => asking.reset(),
  }
}
