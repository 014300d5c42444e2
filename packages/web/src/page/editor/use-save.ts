import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useState } from 'react'
import { ApiError } from '../../api/api-error.js'
import type { Topology } from '../../api/schemas.js'
import { type EditedTopology, readTopology, saveTopology, topologyQuery, toQueryData } from '../../api/topologies.js'
import { toEditedTopology } from './edit.js'
import type { EditorAction, EditorState } from './editor-state.js'
import { findFaults } from './faults.js'
import { mergeEdits } from './merge-edits.js'

/** The HTTP status of a save that the server refuses because it has stored a newer version than the edited one. */
const NEWER_VERSION = 412

interface SentVersion {
  readonly topology: EditedTopology
  readonly version: string
}

/**
 * Saves the edited topology. Uses optimistic concurrency: a save never overwrites a version that the user has not seen.
 */
export function useSave(id: string, { history, stored }: EditorState, dispatch: Dispatch<EditorAction>) {
  const queries = useQueryClient()
  const [theirs, setTheirs] = useState<Topology>()
  const saving = useMutation({
    mutationFn: ({ topology, version }: SentVersion) => saveTopology(id, topology, version),
    onSuccess: (saved, { topology }) => {
      dispatch({ kind: 'saved', sent: topology, version: saved.updateTime })
      queries.setQueryData(topologyQuery(id).queryKey, toQueryData(saved))
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
  /** Merges my changes into `theirs`, the version of the other user. */
  const rebase = (): SentVersion | undefined => {
    if (theirs === undefined) return undefined
    const versions = { base: stored.topology, mine: history.present, theirs: toEditedTopology(theirs) }
    const topology = mergeEdits(versions)
    dispatch({ kind: 'rebase', theirs, merged: topology })
    return { topology, version: theirs.updateTime }
  }
  return {
    /** The newer version of another user that conflicts with the edits. The user decides what to do with it. */
    theirs,
    isSaving: saving.isPending || compare.isPending,
    /**
     * Why the last save failed. If the server has a newer version, the editor reads that version to show the conflict.
     * `error` is then the error of this read request, or `null` if the newer version was read.
     */
    error: isNewerVersion(saving.error) ? compare.error : saving.error,
    /** The topology of the last save if this save failed. */
    sent: saving.error === null ? undefined : saving.variables?.topology,
    save: () => saving.mutate({ topology: history.present, version: stored.version }),
    /**
     * Merges my changes into `theirs` and saves the result. If another user has meanwhile saved yet another version,
     * there is a new conflict.
     *
     * @returns whether the merged topology is valid; if not, nothing is saved, and the editor shows the merged topology
     */
    keepMine: () => {
      const sent = rebase()
      if (sent === undefined) return true
      if (findFaults(sent.topology).length > 0) {
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
