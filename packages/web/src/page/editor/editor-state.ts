import type { Topology } from '../../api/schemas.js'
import { type EditedTopology, editedTopology } from './edited-topology.js'
import { type History, type HistoryAction, nextHistory, startHistory } from './history.js'

/** What is edited, and what is stored of it as far as is known. */
export interface EditorState {
  readonly history: History
  readonly stored: StoredVersion
}

export interface StoredVersion {
  /** What the edits are made on; the very `present` of the history when nothing is unsaved. */
  readonly topology: EditedTopology
  /** The `updateTime` that a save names, so that it cannot go over a newer version. */
  readonly version: string
}

export type EditorAction =
  | HistoryAction
  /** What was sent is stored now, whatever was edited meanwhile. */
  | { readonly kind: 'saved'; readonly sent: EditedTopology; readonly version: string }
  /** Somebody else's version takes the place of all edits; undo gives those back. */
  | { readonly kind: 'take'; readonly theirs: Topology }
  /** The edits are made on somebody else's version from now on. */
  | { readonly kind: 'rebase'; readonly theirs: Topology; readonly merged: EditedTopology }

export function openEditor(topology: Topology): EditorState {
  const opened = editedTopology(topology)
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
      const topology = editedTopology(action.theirs)
      const history = nextHistory(state.history, { kind: 'edit', edit: { kind: 'replace', topology } })
      return { history, stored: { topology: history.present, version: action.theirs.updateTime } }
    }
    case 'rebase': {
      const edit = { kind: 'replace', topology: action.merged } as const
      const history = nextHistory(state.history, { kind: 'edit', edit })
      return { history, stored: { topology: editedTopology(action.theirs), version: action.theirs.updateTime } }
    }
    default: {
      const history = nextHistory(state.history, action)
      return history === state.history ? state : { ...state, history }
    }
  }
}
