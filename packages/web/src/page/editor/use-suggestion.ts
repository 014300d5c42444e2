import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { suggest } from '../../api/editor.js'
import type { Edit } from './edit.js'
import type { EditedTopology } from './edited-topology.js'
import { accepted, type Ghosts, ghostsOf, NO_GHOSTS } from './ghosts.js'

interface Suggestion extends Ghosts {
  /** The number of alerts for which no node is suggested, because the topology would then have too many nodes. */
  readonly alertsLeftOut: number
}

/** Requests suggestions, drops those that no longer apply to the edited topology, and accepts suggestions. */
export function useSuggestion(id: string, topology: EditedTopology, onEdit: (edit: Edit) => void) {
  const asking = useMutation({ mutationFn: async () => (await suggest(id)) as Suggestion })
  const suggestion = asking.data ?? NO_GHOSTS
  const ghosts = useMemo(() => ghostsOf(suggestion, topology), [suggestion, topology])
  return {
    ghosts,
    alertsLeftOut: asking.data?.alertsLeftOut ?? 0,
    isAsked: asking.data !== undefined,
    isAsking: asking.isPending,
    error: asking.error,
    onAsk: () => asking.mutate(),
    onAccept: (ids: readonly string[]) => onEdit(accepted(ghosts, ids)),
    onDismiss: () => asking.reset(),
  }
}
