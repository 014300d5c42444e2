import type { EditedTopology } from '../../api/editor.js'
import { applyEdit, type Edit } from './edit.js'

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
