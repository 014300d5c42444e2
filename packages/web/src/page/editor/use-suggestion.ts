import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type EditedTopology, suggest } from '../../api/editor.js'
import type { Edit } from './edit.js'
import { acceptEdit, type Ghosts, ghostsOf, NO_GHOSTS } from './ghosts.js'

interface Suggestion extends Ghosts {
  readonly alertsLeftOut: number
}

/** Requests suggestions, drops those that no longer apply to the edited topology, and accepts suggestions. */
export function useSuggestion(id: string, topology: EditedTopology, edit: (edit: Edit) => void) {
  const asking = useMutation({ mutationFn: async () => (await suggest(id)) as Suggestion })
  const suggestion = asking.data ?? NO_GHOSTS
  const ghosts = useMemo(() => ghostsOf(suggestion, topology), [suggestion, topology])
  return {
    ghosts,
    /** The number of alerts for which no node is suggested, because the topology would then have too many nodes. */
    alertsLeftOut: asking.data?.alertsLeftOut ?? 0,
    /** Whether the user has requested suggestions. */
    isAsked: asking.data !== undefined,
    isAsking: asking.isPending,
    error: asking.error,
    ask: () => asking.mutate(),
    accept: (ids: readonly string[]) => edit(acceptEdit(ghosts, ids)),
    dismiss: () => asking.reset(),
  }
}
