import type { Topology } from '../../api/schemas.js'
import type { EditedTopology } from '../../api/topologies.js'
import { applyEdit, type Edit, toEditedTopology } from './edit.js'

/** The edited topology with its history, and the last stored version that the editor has read or saved. */
export interface EditorState {
  readonly history: History
  readonly stored: StoredVersion
}

interface StoredVersion {
  /**
   * The topology that the server has stored. If there are no unsaved edits, this is the same object as
   * `EditorState.history.present`.
   */
  readonly topology: EditedTopology
  /**
   * The `updateTime` of the stored version. A save sends it, and the server refuses the save if it has stored a newer
   * version.
   */
  readonly version: string
}

export type EditorAction =
  | HistoryAction
  /** Records that the topology `sent` was saved. The user may have made further edits meanwhile. */
  | { readonly kind: 'saved'; readonly sent: EditedTopology; readonly version: string }
  /** Replaces the edits with the version of another user. Undo restores the edits. */
  | { readonly kind: 'take'; readonly theirs: Topology }
  /**
   * Replaces the edits with `merged`, which contains the changes of both users. `theirs`, the version of the other
   * user, becomes the stored version.
   */
  | { readonly kind: 'rebase'; readonly theirs: Topology; readonly merged: EditedTopology }

export function openEditor(topology: Topology): EditorState {
  const opened = toEditedTopology(topology)
  return { history: startHistory(opened), stored: { topology: opened, version: topology.updateTime } }
}

export function isUnsaved({ history, stored }: EditorState): boolean {
  return history.present !== stored.topology
}

export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  switch (action.kind) {
    case 'saved':
      return { ...state, stored: { topology: action.sent, version: action.version } }
    case 'take': {
      const topology = toEditedTopology(action.theirs)
      const history = changeHistory(state.history, { kind: 'edit', edit: { kind: 'replace', topology } })
      return { history, stored: { topology: history.present, version: action.theirs.updateTime } }
    }
    case 'rebase': {
      const edit = { kind: 'replace', topology: action.merged } as const
      const history = changeHistory(state.history, { kind: 'edit', edit })
      return { history, stored: { topology: toEditedTopology(action.theirs), version: action.theirs.updateTime } }
    }
    default: {
      const history = changeHistory(state.history, action)
      return history === state.history ? state : { ...state, history }
    }
  }
}

/** The current topology, the versions before the edits, and the versions that were undone. */
export interface History {
  readonly present: EditedTopology
  /** The versions that undo can restore, oldest first. Undo restores the last one first. */
  readonly past: readonly EditedTopology[]
  /** The versions that redo can restore. Redo restores the last one first. */
  readonly future: readonly EditedTopology[]
  /**
   * The group of the last edit. Consecutive edits of the same group are undone together, such as the letters that a
   * user types into a name.
   */
  readonly group: string | undefined
}

export type HistoryAction =
  | { readonly kind: 'edit'; readonly edit: Edit; readonly group?: string | undefined }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }

/** The maximum number of edits that can be undone. Older edits are dropped. */
export const MAX_STEPS = 500

export function startHistory(present: EditedTopology): History {
  return { present, past: [], future: [], group: undefined }
}

/** Returns the history after an edit, an undo or a redo; the same object if nothing changes. */
export function changeHistory(history: History, action: HistoryAction): History {
  switch (action.kind) {
    case 'edit':
      return addEdit(history, action)
    case 'undo':
      return undoEdit(history)
    case 'redo':
      return redoEdit(history)
  }
}

function addEdit(history: History, { edit, group }: Extract<HistoryAction, { kind: 'edit' }>): History {
  const present = applyEdit(history.present, edit)
  if (present === history.present) return history
  const isContinued = group !== undefined && group === history.group
  const past = isContinued ? history.past : [...history.past, history.present].slice(-MAX_STEPS)
  return { present, past, future: [], group }
}

function undoEdit({ present, past, future }: History): History {
  const before = past.at(-1)
  if (before === undefined) return { present, past, future, group: undefined }
  return { present: before, past: past.slice(0, -1), future: [...future, present], group: undefined }
}

function redoEdit({ present, past, future }: History): History {
  const after = future.at(-1)
  if (after === undefined) return { present, past, future, group: undefined }
  return { present: after, past: [...past, present], future: future.slice(0, -1), group: undefined }
}
