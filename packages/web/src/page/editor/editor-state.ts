import type { EditedTopology } from '../../api/editor.js'
import type { Topology } from '../../api/schemas.js'
import { toEditedTopology } from './edit.js'
import { changeHistory, type History, type HistoryAction, startHistory } from './history.js'

/** The edited topology with its history, and the last stored version that the editor has read or saved. */
export interface EditorState {
  readonly history: History
  readonly stored: StoredVersion
}

export interface StoredVersion {
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
