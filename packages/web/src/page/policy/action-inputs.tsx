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

function CopyInputs({ action: { field, sources, when }, faultAt, onChange }: ActionInputsProps) {
  return (
    <>
      <div className={styles.inputs}>
        <FieldPicker
          label="Field to fill"
          field={field}
          error={faultAt('copy')}
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
        error={faultAt('from')}
      />
    </>
  )
}

function JoinInputs({ action: { field, sources, value }, faultAt, onChange }: ActionInputsProps) {
  return (
    <>
      <div className={styles.inputs}>
        <FieldPicker
          label="Field to set"
          field={field}
          error={faultAt('join')}
          onChange={(next) => onChange({ field: next })}
        />
        <TextField
          label="Text between them"
          value={value}
          onValueChange={(next) => onChange({ value: next })}
          error={faultAt('with')}
        />
      </div>
      <TextArea
        label="Join these fields, one per line"
        rows={2}
        value={sources}
        onValueChange={(next) => onChange({ sources: next })}
        hint="Empty fields are left out. An attribute is written as attributes.<name>."
        error={faultAt('from')}
      />
    </>
  )
}

function ExtractInputs({ action: { field, source, pattern }, faultAt, onChange }: ActionInputsProps) {
  return (
    <>
      <div className={styles.inputs}>
        <FieldPicker
          label="Field to set"
          field={field}
          error={faultAt('extract')}
          onChange={(next) => onChange({ field: next })}
        />
        <FieldPicker
          label="Part of"
          field={source}
          error={faultAt('from')}
          onChange={(next) => onChange({ source: next })}
        />
      </div>
      <TextField
        label="Pattern"
        value={pattern}
        onValueChange={(next) => onChange({ pattern: next })}
        hint="RE2 with one group in parentheses: the group is the part. Without a match, nothing is set."
        error={faultAt('pattern')}
      />
    </>
  )
}

function SetInputs({ action: { field, value }, faultAt, onChange }: ActionInputsProps) {
  return (
    <div className={styles.inputs}>
      <FieldPicker label="Field" field={field} error={faultAt('set')} onChange={(next) => onChange({ field: next })} />
      <TextField
        label="Value"
        value={value}
        onValueChange={(next) => onChange({ value: next })}
        hint="null empties the field. Numbers, lists and objects are written as JSON."
        error={faultAt('value')}
      />
    </div>
  )
}

const LISTS = [
  { value: 'tags', label: 'tags' },
  { value: 'service', label: 'service' },
] as const

function AddInputs({ action: { list, texts }, faultAt, onChange }: ActionInputsProps) {
  return (
    <div className={styles.inputs}>
      <SelectField
        label="List"
        value={list}
        options={LISTS}
        onValueChange={(next) => onChange({ list: next })}
        error={faultAt('add')}
      />
      <TextArea
        label="Texts to add, one per line"
        rows={2}
        value={texts}
        onValueChange={(next) => onChange({ texts: next })}
        error={faultAt('value')}
      />
    </div>
  )
}

function LowercaseInputs({ action: { field }, faultAt, onChange }: ActionInputsProps) {
  return (
    <div className={styles.inputs}>
      <FieldPicker
        label="Field"
        field={field}
        error={faultAt('lowercase')}
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
