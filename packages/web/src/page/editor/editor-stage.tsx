import type { Orientation } from '@opsgraph/core'
import { layOut } from '@opsgraph/core/pure'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { ApiError } from '../../api/api-error.js'
import type { Topology } from '../../api/schemas.js'
import { topologyQuery } from '../../api/topologies.js'
import type { GraphHandle } from '../../graph/graph-canvas.js'
import { Button, IconButton, LinkButton } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import { joinClasses } from '../../ui/join-classes.js'
import { LeaveGuard } from '../../ui/leave-guard.js'
import { Loaded } from '../../ui/loaded.js'
import { Failure, Notice } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildPath } from '../../ui/page-links.js'
import { OrientationSwitch } from '../../ui/segments.js'
import shared from '../../ui/shared.module.css'
import stage from '../../ui/stage.module.css'
import { ConflictDialog } from './conflict-dialog.js'
import type { Edit } from './edit.js'
import styles from './editor.module.css'
import { EditorCanvas } from './editor-canvas.js'
import { EditorContext } from './editor-context.js'
import { EditorPanel, type PanelTab } from './editor-panel.js'
import { editorReducer, isUnsaved, openEditor } from './editor-state.js'
import { findFaults, groupFaultsById, locateFaults } from './faults.js'
import { NodeForm } from './node-form.js'
import { useParamsTexts } from './params-text.js'
import { useOpenNode } from './use-open-node.js'
import { useSave } from './use-save.js'
import { useShortcuts } from './use-shortcuts.js'
import { useSuggestion } from './use-suggestion.js'

/** The editor of a topology. It has a canvas, and beside it a panel that lists nodes and faults. */
function EditorStage({ newest }: { readonly newest: Topology }) {
  const { id, service } = newest
  const canvas = useRef<GraphHandle>(null)
  const [state, dispatch] = useReducer(editorReducer, newest, openEditor)
  const [tab, setTab] = useState<PanelTab>('nodes')
  const topology = state.history.present
  const edit = (made: Edit, group?: string) => dispatch({ kind: 'edit', edit: made, group })
  const undo = () => dispatch({ kind: 'undo' })
  const redo = () => dispatch({ kind: 'redo' })
  const saving = useSave(id, state, dispatch)
  const suggestion = useSuggestion(id, topology, edit)
  const open = useOpenNode(topology, edit, (node) => canvas.current?.reveal(node))
  const params = useParamsTexts(topology.nodes)
  const { error, sent } = saving
  const own = useMemo(() => [...findFaults(topology), ...params.faults], [topology, params.faults])
  const faults = useMemo(() => {
    const refused = error instanceof ApiError && sent === topology ? locateFaults(error.issues, topology) : []
    const codes = new Set(own.map(({ code }) => code))
    return [...own, ...refused.filter(({ code }) => !codes.has(code))]
  }, [own, topology, error, sent])
  const nodeFaults = useMemo(() => groupFaultsById(faults, 'nodes'), [faults])
  const edgeFaults = useMemo(() => groupFaultsById(faults, 'edges'), [faults])

  const isDirty = isUnsaved(state) || params.faults.length > 0
  const isOutdated = newest.updateTime > state.stored.version
  const { past, future } = state.history
  const isUntouched = past.length + future.length === 0
  useEffect(() => {
    if (isOutdated && isUntouched) dispatch({ kind: 'take', theirs: newest })
  }, [isOutdated, isUntouched, newest])
  const save = () => {
    if (!isDirty || saving.isSaving) return
    if (own.length === 0) saving.save()
    else showFaults()
  }
  const showFaults = () => {
    open.close()
    setTab('faults')
  }
  const keepMine = () => {
    if (!saving.keepMine()) showFaults()
  }
  const editor = { id, service, topology, edit, faults, nodeFaults, edgeFaults, open, params, suggestion }
  const arrange = (orientation: Orientation) =>
    edit({ kind: 'move', positions: layOut(topology, orientation), orientation })
  const actions = (
    <>
      <IconButton icon="undo" label="Undo" disabled={past.length === 0} onClick={undo} />
      <IconButton icon="redo" label="Redo" disabled={future.length === 0} onClick={redo} />
      <OrientationSwitch
        value={topology.orientation}
        describeEffect={() => ': lays out all nodes'}
        onChange={arrange}
      />
      <Button onClick={() => arrange(topology.orientation)}>Lay out</Button>
      <Button variant="primary" icon="check" isBusy={saving.isSaving} disabled={!isDirty} onClick={save}>
        Save
      </Button>
      <LinkButton to={buildPath('topologies', id)}>Close</LinkButton>
    </>
  )
  useShortcuts({ onUndo: undo, onRedo: redo, onSave: save, onDelete: open.remove })
  return (
    <Page
      isWide
      title={`Edit ${topology.name}`}
      aside={<SaveState isUnsaved={isDirty} faults={faults.length} />}
      actions={actions}
    >
      {error && saving.theirs === undefined && <Failure error={error} what="Not saved" />}
      {isOutdated && !isUntouched && saving.theirs === undefined && (
        <Notice tone="warning" actions={<Button onClick={saving.compare}>Show the difference</Button>}>
          Another user saved a newer version of this topology.
        </Notice>
      )}
      <div className={joinClasses(stage.stage, styles.stage)}>
        <EditorContext value={editor}>
          <EditorCanvas ref={canvas} />
          <aside
            className={joinClasses(stage.panel, styles.panel)}
            aria-label={open.node === undefined ? 'Topology' : 'Selected node'}
          >
            {open.node === undefined ? (
              <EditorPanel tab={tab} onTab={setTab} />
            ) : (
              <NodeForm key={open.node.id} node={open.node} />
            )}
          </aside>
        </EditorContext>
      </div>
      {saving.theirs && (
        <ConflictDialog
          base={state.stored.topology}
          mine={topology}
          theirs={saving.theirs}
          saving={saving}
          onKeepMine={keepMine}
        />
      )}
      <LeaveGuard isUnsaved={isDirty} />
    </Page>
  )
}

interface SaveStateProps {
  readonly isUnsaved: boolean
  readonly faults: number
}

/** Shows whether there are unsaved changes, and the number of faults. Screen readers announce each change. */
function SaveState({ isUnsaved, faults }: SaveStateProps) {
  return (
    <span role="status" className={styles.state}>
      <Icon name={isUnsaved ? 'edit' : 'check'} />
      {isUnsaved ? 'Unsaved changes' : 'All saved'}
      {faults > 0 && (
        <span className={shared.bad}>
          · {faults} {faults === 1 ? 'fault' : 'faults'}
        </span>
      )}
    </span>
  )
}

/**
 * The page with the editor of a topology. If another user saves the topology meanwhile, the page reports this, but does
 * not change the edited topology.
 */
export function TopologyEditor() {
  const { id = '' } = useParams()
  const query = useQuery(topologyQuery(id))
  if (query.data !== undefined) return <EditorStage newest={query.data} />
  return (
    <Page title="Edit a topology">
      <Loaded query={query} what="the topology" failed="The topology cannot be edited" />
    </Page>
  )
}
