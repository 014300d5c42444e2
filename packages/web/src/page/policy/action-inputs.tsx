import { SelectField, TextArea, TextField } from '../../ui/field.js'
import { Segments } from '../../ui/segments.js'
import styles from './action.module.css'
import type { ActionInputsProps, ActionKind } from './action-draft.js'
import { FieldPicker } from './field-picker.js'
import { TranslateInputs } from './translate-inputs.js'

/** The inputs of an action. They depend on its kind. */
export function ActionInputs(props: ActionInputsProps) {
  const Inputs = INPUTS[props.action.kind]
  return <Inputs {...props} />
}

const INPUTS: Readonly<Record<ActionKind, (props: ActionInputsProps) => React.JSX.Element>> = {
  translate: TranslateInputs,
  copy: CopyInputs,
  join: JoinInputs,
  extract: ExtractInputs,
  set: SetInputs,
  add: AddInputs,
  lowercase: LowercaseInputs,
  drop: DropInputs,
}

const WHEN = [
  { value: 'empty', label: 'only if it is empty', title: 'empty' },
  { value: 'always', label: 'always', title: 'always' },
] as const

function CopyInputs({ action: { field, sources, when }, path, onChange }: ActionInputsProps) {
  return (
    <>
      <div className={styles.inputs}>
        <FieldPicker
          label="Field to fill"
          field={field}
          path={`${path}.copy`}
          onChange={(next) => onChange({ field: next })}
        />
      </div>
      <Segments
        label="When to fill the field"
        value={when}
        options={WHEN}
        onChange={(next) => onChange({ when: next })}
      />
      <TextArea
        label="Copy from these fields, one per line"
        rows={2}
        value={sources}
        onValueChange={(next) => onChange({ sources: next })}
        hint="The first field that is not empty is copied. An attribute is written as attributes.<name>."
        path={`${path}.from`}
      />
    </>
  )
}

function JoinInputs({ action: { field, sources, value }, path, onChange }: ActionInputsProps) {
  return (
    <>
      <div className={styles.inputs}>
        <FieldPicker
          label="Field to set"
          field={field}
          path={`${path}.join`}
          onChange={(next) => onChange({ field: next })}
        />
        <TextField
          label="Text between them"
          value={value}
          onValueChange={(next) => onChange({ value: next })}
          path={`${path}.with`}
        />
      </div>
      <TextArea
        label="Join these fields, one per line"
        rows={2}
        value={sources}
        onValueChange={(next) => onChange({ sources: next })}
        hint="Empty fields are left out. An attribute is written as attributes.<name>."
        path={`${path}.from`}
      />
    </>
  )
}

function ExtractInputs({ action: { field, source, pattern }, path, onChange }: ActionInputsProps) {
  return (
    <>
      <div className={styles.inputs}>
        <FieldPicker
          label="Field to set"
          field={field}
          path={`${path}.extract`}
          onChange={(next) => onChange({ field: next })}
        />
        <FieldPicker
          label="Part of"
          field={source}
          path={`${path}.from`}
          onChange={(next) => onChange({ source: next })}
        />
      </div>
      <TextField
        label="Pattern"
        value={pattern}
        onValueChange={(next) => onChange({ pattern: next })}
        hint="RE2 with one group in parentheses: the group is the part. Without a match, nothing is set."
        path={`${path}.pattern`}
      />
    </>
  )
}

function SetInputs({ action: { field, value }, path, onChange }: ActionInputsProps) {
  return (
    <div className={styles.inputs}>
      <FieldPicker label="Field" field={field} path={`${path}.set`} onChange={(next) => onChange({ field: next })} />
      <TextField
        label="Value"
        value={value}
        onValueChange={(next) => onChange({ value: next })}
        hint="null empties the field. Numbers, lists and objects are written as JSON."
        path={`${path}.value`}
      />
    </div>
  )
}

const LISTS = [
  { value: 'tags', label: 'tags' },
  { value: 'service', label: 'service' },
] as const

function AddInputs({ action: { list, texts }, path, onChange }: ActionInputsProps) {
  return (
    <div className={styles.inputs}>
      <SelectField
        label="List"
        value={list}
        options={LISTS}
        onValueChange={(next) => onChange({ list: next })}
        path={`${path}.add`}
      />
      <TextArea
        label="Texts to add, one per line"
        rows={2}
        value={texts}
        onValueChange={(next) => onChange({ texts: next })}
        path={`${path}.value`}
      />
    </div>
  )
}

function LowercaseInputs({ action: { field }, path, onChange }: ActionInputsProps) {
  return (
    <div className={styles.inputs}>
      <FieldPicker
        label="Field"
        field={field}
        path={`${path}.lowercase`}
        onChange={(next) => onChange({ field: next })}
      />
    </div>
  )
}

function DropInputs() {
  return (
    <p className={styles.quiet}>
      The alert is not stored, and no further action or policy runs on it. Its sender gets 200, so that it does not send
      the alert again.
    </p>
  )
}
