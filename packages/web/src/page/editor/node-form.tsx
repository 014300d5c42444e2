import type { DrawnNode, JsonObject } from '@opsgraph/core'
import { isSameJson } from '@opsgraph/core/pure'
import { visibleLabel } from '@opsgraph/draw'
import { useEffect, useRef } from 'react'
import type { EditedTopology } from '../../api/editor.js'
import { Button, IconButton } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { Icon } from '../../ui/icon.js'
import { JsonField } from '../../ui/json-field.js'
import type { Edit } from './edit.js'
import styles from './editor.module.css'
import { FaultNotes } from './fault-notes.js'
import type { PlacedFault } from './faults.js'
import { NodeLinks } from './node-links.js'
import { fieldText, paramsOf } from './params-text.js'

interface NodeFormProps {
  readonly topology: EditedTopology
  readonly node: DrawnNode
  readonly nodeFaults: ReadonlyMap<string, readonly PlacedFault[]>
  readonly edgeFaults: ReadonlyMap<string, readonly PlacedFault[]>
  /** The text that the user has typed into the params field. */
  readonly paramsText: string | undefined
  readonly onParamsText: (id: string, text: string) => void
  /** Whether the name field gets the focus, because the node is new or was opened from a list. */
  readonly focusName: boolean
  /** @param group consecutive edits with the same group are undone together */
  readonly onEdit: (edit: Edit, group?: string) => void
  readonly onAddBelow: () => void
  readonly onOpen: (id: string) => void
  readonly onClose: () => void
  readonly onRemove: () => void
}

/** The form with all editable fields of a node. */
export function NodeForm(props: NodeFormProps) {
  const { topology, node, nodeFaults, edgeFaults, focusName, onEdit, onAddBelow, onOpen, onClose, onRemove } = props
  const { paramsText, onParamsText } = props
  const faultsOf = (field: PlacedFault['field']) =>
    (nodeFaults.get(node.id) ?? []).filter((fault) => fault.field === field)
  const change = (field: string, fields: Partial<Pick<DrawnNode, 'label' | 'icon' | 'params'>>) =>
    onEdit({ kind: 'change', id: node.id, fields }, `${field} of ${node.id}`)
  return (
    <>
      <header className={styles.head}>
        <Icon name={node.kind} />
        <div className={styles.name}>
          <h2>{visibleLabel(node.label)}</h2>
          <p className={styles.hint}>{node.kind}</p>
        </div>
        <IconButton icon="close" label="Close the node" onClick={onClose} />
      </header>
      <section className={styles.part}>
        <FaultNotes faults={faultsOf(undefined)} />
        <NameField
          node={node}
          faults={faultsOf('label')}
          focusName={focusName}
          onChange={(label) => change('label', { label })}
        />
        <div className={styles.buttons}>
          <Button icon="plus" onClick={onAddBelow}>
            {node.kind === 'service' ? 'Add an environment' : 'Add a resource below'}
          </Button>
          {node.kind !== 'service' && (
            <Button icon="trash" variant="danger" onClick={onRemove}>
              Remove
            </Button>
          )}
        </div>
      </section>
      <NodeLinks {...{ topology, node, onEdit, onOpen }} side="parents" faults={edgeFaults} />
      <NodeLinks {...{ topology, node, onEdit, onOpen }} side="children" faults={edgeFaults} />
      <section className={styles.part}>
        <h3 className={styles.title}>More</h3>
        <TextField
          label="Icon"
          hint="One word, such as database, server or router"
          value={node.icon}
          onValueChange={(icon) => change('icon', { icon })}
        />
        <TextField
          label="Description"
          value={descriptionOf(node.params)}
          onValueChange={(text) => change('description', { params: described(node.params, text) })}
        />
        <ParamsField
          params={node.params}
          faults={faultsOf('params')}
          written={paramsText}
          onWrite={(text) => onParamsText(node.id, text)}
          onChange={(params) => change('params', { params })}
        />
        <PositionFields node={node} onEdit={onEdit} />
      </section>
    </>
  )
}

interface NameFieldProps {
  readonly node: DrawnNode
  readonly faults: readonly PlacedFault[]
  readonly focusName: boolean
  readonly onChange: (label: string) => void
}

function NameField({ node, faults, focusName, onChange }: NameFieldProps) {
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
function descriptionOf({ description }: JsonObject): string {
  return typeof description === 'string' ? description : ''
}

function described({ description: _, ...params }: JsonObject, text: string): JsonObject {
  return text === '' ? params : { ...params, description: text }
}

interface ParamsFieldProps {
  readonly params: JsonObject
  /** The faults of the params that were applied to the node. */
  readonly faults: readonly PlacedFault[]
  /** The text that the user has typed into this field before. */
  readonly written: string | undefined
  readonly onWrite: (text: string) => void
  readonly onChange: (params: JsonObject) => void
}

/**
 * Edits the params of a node as JSON. If the text is not a JSON object, the field shows an error, and the node keeps
 * its previous params.
 */
function ParamsField({ params, faults, written, onWrite, onChange }: ParamsFieldProps) {
  const text = fieldText(written, params)
  const write = (next: string) => {
    onWrite(next)
    const parsed = paramsOf(next)
    if (parsed !== undefined && !isSameJson(parsed, params)) onChange(parsed)
  }
  const notes = faults.length === 0 ? undefined : <FaultNotes faults={faults} />
  return (
    <JsonField
      label="Params (JSON)"
      hint="Free data of the node"
      error={paramsOf(text) ? notes : 'Must be an object: {"key": "value"}. Not applied yet.'}
      rows={6}
      value={text}
      onValueChange={write}
    />
  )
}

interface PositionFieldsProps {
  readonly node: DrawnNode
  readonly onEdit: (edit: Edit, group?: string) => void
}

/** The number of pixels by which an arrow key moves a node. */
const STEP = 10

/** Fields for the coordinates of a node. With these fields, users can move the node without a pointer. */
function PositionFields({ node, onEdit }: PositionFieldsProps) {
  const move = (axis: 'x' | 'y', text: string) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value)) return
    onEdit(
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
          step={STEP}
          value={node.position[axis]}
          onValueChange={(text) => move(axis, text)}
        />
      ))}
    </div>
  )
}
