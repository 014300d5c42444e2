import type { DrawnNode, JsonObject } from '@opsgraph/core'
import { deriveInvalidGraph, isSameJson } from '@opsgraph/core/pure'
import { visibleLabel } from '@opsgraph/draw'
import { useEffect, useMemo, useRef } from 'react'
import { Button, IconButton } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { Icon } from '../../ui/icon.js'
import { JsonField } from '../../ui/json-field.js'
import shared from '../../ui/shared.module.css'
import stage from '../../ui/stage.module.css'
import { useDebounced } from '../../ui/use-debounced.js'
import { RuleSection } from '../resource/rule-section.js'
import styles from './editor.module.css'
import { useEditor } from './editor-context.js'
import { FaultNotes } from './fault-notes.js'
import type { LocatedFault } from './faults.js'
import { NodeLinks } from './node-links.js'
import { chooseFieldText, readParams } from './params-text.js'

interface NodeProps {
  readonly node: DrawnNode
}

/** The form with all editable fields of a node. */
export function NodeForm({ node }: NodeProps) {
  const { nodeFaults, edit, open } = useEditor()
  const faultsOf = (field: LocatedFault['field']) =>
    (nodeFaults.get(node.id) ?? []).filter((fault) => fault.field === field)
  const change = (field: string, fields: Partial<Pick<DrawnNode, 'label' | 'icon' | 'params'>>) =>
    edit({ kind: 'change', id: node.id, fields }, `${field} of ${node.id}`)
  return (
    <>
      <header className={stage.head}>
        <Icon name={node.kind} />
        <div className={shared.grow}>
          <h2>{visibleLabel(node.label)}</h2>
          <p className={shared.muted}>{node.kind}</p>
        </div>
        <IconButton icon="close" label="Close the node" onClick={open.close} />
      </header>
      <section className={stage.part}>
        <FaultNotes faults={faultsOf(undefined)} />
        <NameField node={node} faults={faultsOf('label')} onChange={(label) => change('label', { label })} />
        <div className={styles.buttons}>
          <Button icon="plus" onClick={open.addBelow}>
            {node.kind === 'service' ? 'Add an environment' : 'Add a resource below'}
          </Button>
          {node.kind !== 'service' && (
            <Button icon="trash" variant="danger" onClick={open.remove}>
              Remove
            </Button>
          )}
        </div>
      </section>
      <NodeLinks node={node} side="parents" />
      <NodeLinks node={node} side="children" />
      <NodeRule node={node} />
      <section className={stage.part}>
        <h3 className={stage.title}>More</h3>
        <TextField
          label="Icon"
          hint="One word, such as database, server or router"
          value={node.icon}
          onValueChange={(icon) => change('icon', { icon })}
        />
        <TextField
          label="Description"
          value={readDescription(node.params)}
          onValueChange={(text) => change('description', { params: setDescription(node.params, text) })}
        />
        <ParamsField node={node} faults={faultsOf('params')} onChange={(params) => change('params', { params })} />
        <PositionFields node={node} />
      </section>
    </>
  )
}

interface NameFieldProps extends NodeProps {
  readonly faults: readonly LocatedFault[]
  readonly onChange: (label: string) => void
}

function NameField({ node, faults, onChange }: NameFieldProps) {
  const { focusName } = useEditor().open
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focusName) input.current?.select()
  }, [focusName])
  const hint = node.kind === 'environment' ? 'May be empty, for the environment without a name' : undefined
  return (
    <TextField
      ref={input}
      label="Name"
      hint={hint}
      error={faults.length === 0 ? undefined : <FaultNotes faults={faults} />}
      value={node.label}
      onValueChange={onChange}
    />
  )
}

/** Returns the description of a node, which is stored in its params (rules.md#nodes-1). */
function readDescription({ description }: JsonObject): string {
  return typeof description === 'string' ? description : ''
}

function setDescription({ description: _, ...params }: JsonObject, text: string): JsonObject {
  return text === '' ? params : { ...params, description: text }
}

interface ParamsFieldProps extends NodeProps {
  /** The faults of the params that were applied to the node. */
  readonly faults: readonly LocatedFault[]
  readonly onChange: (params: JsonObject) => void
}

/**
 * Edits the params of a node as JSON. If the text is not a JSON object, the field shows an error, and the node keeps
 * its previous params.
 */
function ParamsField({ node: { id, params }, faults, onChange }: ParamsFieldProps) {
  const { texts, write: keep } = useEditor().params
  const text = chooseFieldText(texts.get(id), params)
  const write = (next: string) => {
    keep(id, next)
    const parsed = readParams(next)
    if (parsed !== undefined && !isSameJson(parsed, params)) onChange(parsed)
  }
  const notes = faults.length === 0 ? undefined : <FaultNotes faults={faults} />
  return (
    <JsonField
      label="Params (JSON)"
      hint="Free data of the node"
      error={readParams(text) ? notes : 'Must be an object: {"key": "value"}. Not applied yet.'}
      rows={6}
      value={text}
      onValueChange={write}
    />
  )
}

/** The number of pixels by which an arrow key moves a node. */
const MOVE_STEP = 10

/** Fields for the coordinates of a node. With these fields, users can move the node without a pointer. */
function PositionFields({ node }: NodeProps) {
  const { edit } = useEditor()
  const move = (axis: 'x' | 'y', text: string) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value)) return
    edit(
      { kind: 'move', positions: new Map([[node.id, { ...node.position, [axis]: value }]]) },
      `position of ${node.id}`,
    )
  }
  return (
    <div className={styles.pair}>
      {(['x', 'y'] as const).map((axis) => (
        <TextField
          key={axis}
          label={axis === 'x' ? 'From the left' : 'From the top'}
          type="number"
          step={MOVE_STEP}
          value={node.position[axis]}
          onValueChange={(text) => move(axis, text)}
        />
      ))}
    </div>
  )
}

/**
 * The redundancy rule of the resource that a node stands for. The rule belongs to the resource and not to the topology,
 * so it is stored apart from the topology.
 */
function NodeRule({ node: { id, kind, label } }: { readonly node: DrawnNode }) {
  const { topology } = useEditor()
  const environment = useMemo(
    () => deriveInvalidGraph(topology).nodes.find((node) => node.id === id)?.environment,
    [topology, id],
  )
  // Wait until the user stops typing, so that not every letter causes a request.
  const resource = useDebounced(label).trim()
  if (kind !== 'resource') return null
  if (environment == null || resource === '') {
    return (
      <section className={stage.part} aria-label="Redundancy rule">
        <h3 className={stage.title}>Redundancy rule</h3>
        <p className={shared.muted}>A rule needs a node with a name, below an environment.</p>
      </section>
    )
  }
  return (
    <RuleSection
      key={`${environment} ${resource}`}
      environment={environment}
      resource={resource}
      note={
        <p className={shared.muted}>
          It belongs to the resource and not to this topology, so a change is stored at once. It counts the children in
          the resource graph: new edges below this node count as soon as the topology is saved.
        </p>
      }
    />
  )
}
