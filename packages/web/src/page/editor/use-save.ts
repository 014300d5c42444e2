import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useState } from 'react'
import { ApiError } from '../../api/api-error.js'
import { readTopology, saveTopology } from '../../api/editor.js'
import type { Topology } from '../../api/schemas.js'
import { topologyQuery } from '../../api/topologies.js'
import { type EditedTopology, editedTopology } from './edited-topology.js'
import type { EditorAction, EditorState } from './editor-state.js'
import { faultsOf } from './faults.js'
import { mergeEdits } from './merge-edits.js'

/** Another version is stored than the one that the edits were made on. */
const NEWER_VERSION = 412

interface Sent {
  readonly topology: EditedTopology
  readonly version: string
}

/** Saves what is edited, and never over a version that nobody here has seen. */
export function useSave(id: string, { history, stored }: EditorState, dispatch: Dispatch<EditorAction>) {
  const queries = useQueryClient()
  const [theirs, setTheirs] = useState<Topology>()
  const saving = useMutation({
    mutationFn: ({ topology, version }: Sent) => saveTopology({ id, topology, version }),
    onSuccess: (saved, { topology }) => {
      dispatch({ kind: 'saved', sent: topology, version: saved.updateTime })
      queries.setQueryData(topologyQuery(id).queryKey, saved)
      setTheirs(undefined)
    },
    onError: async (error) => {
      if (isNewerVersion(error)) await compare.mutateAsync()
    },
  })
  const compare = useMutation({ mutationFn: () => readTopology(id), onSuccess: setTheirs })
  const close = () => {
    setTheirs(undefined)
    saving.reset()
  }
  /** My changes, made on the version that is shown as `theirs`. */
  const rebase = (): Sent | undefined => {
    if (theirs === undefined) return undefined
    const versions = { base: stored.topology, mine: history.present, theirs: editedTopology(theirs) }
    const topology = mergeEdits(versions)
    dispatch({ kind: 'rebase', theirs, merged: topology })
    return { topology, version: theirs.updateTime }
  }
  return {
    /** The newer version that is in the way; to be asked about. */
    theirs,
    isSaving: saving.isPending || compare.isPending,
    /** Why it was not saved; `theirs` shows a newer version. */
    error: isNewerVersion(saving.error) ? compare.error : saving.error,
    /** What the server refused. */
    sent: saving.error === null ? undefined : saving.variables?.topology,
    save: () => saving.mutate({ topology: history.present, version: stored.version }),
    /**
     * Saves my changes over the version that is shown as `theirs`, and over none that is newer still.
     *
     * @returns whether both together break no rule; else nothing is saved, and the editor shows both
     */
    keepMine: () => {
      const sent = rebase()
      if (sent === undefined) return true
      if (faultsOf(sent.topology).length > 0) {
        close()
        return false
      }
      saving.mutate(sent)
      return true
    },
    takeTheirs: () => {
      if (theirs !== undefined) dispatch({ kind: 'take', theirs })
      close()
    },
    compare: () => compare.mutate(),
    close,
  }
}

function isNewerVersion(error: Error | null): boolean {
  return error instanceof ApiError && error.status === NEWER_VERSION
}
