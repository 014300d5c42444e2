import { POLICY_FIELDS } from '@opsgraph/core/pure'
import { optionsOf, SelectField, TextArea, TextField } from '../../ui/field.js'
import { Segments } from '../../ui/segments.js'
import styles from './action.module.css'
import { ACTIONS, type ActionDraft, type ActionInput } from './action-kinds.js'
import { TranslationRows } from './translation-rows.js'

/** The props of the inputs of one action. */
export interface ActionInputsProps {
  readonly action: ActionDraft
  /** The path of the action in the request, such as `actions[0]`. */
  readonly path: string
  readonly onChange: (changed: Partial<ActionDraft>) => void
}

/** The inputs of an action. They depend on its kind. */
export function ActionInputs(props: ActionInputsProps) {
  const { kind } = props.action
  const { inputs } = ACTIONS[kind]
  const shown = (isWide: boolean) =>
    inputs
      .filter((input) => (input.isWide === true) === isWide)
      .map((input) => <Input key={input.part} {...props} {...input} />)
  return (
    <>
      {inputs.length > 0 && <div className={styles.inputs}>{shown(false)}</div>}
      {kind === 'translate' ? <TranslationRows {...props} /> : shown(true)}
      {kind === 'drop' && (
        <p className={styles.quiet}>
          The alert is not stored, and no further action or policy runs on it. Its sender gets 200, so that it does not
          send the alert again.
        </p>
      )}
    </>
  )
}

const WHEN = [
  { value: 'empty', label: 'only if it is empty', title: 'empty' },
  { value: 'always', label: 'always', title: 'always' },
] as const
const LISTS = optionsOf(['tags', 'service'])

function Input({ action, path, onChange, part, input, as, label, hint }: ActionInputsProps & ActionInput) {
  const field = {
    ...{ label, hint, value: String(action[input]), path: `${path}.${part}` },
    onValueChange: (value: string) => onChange({ [input]: value }),
  }
  if (as === 'field') return <FieldPicker {...field} />
  if (as === 'lines') return <TextArea rows={2} {...field} />
  if (as === 'list') return <SelectField {...field} options={LISTS} />
  if (as === 'when')
    return <Segments label={label} value={action.when} options={WHEN} onChange={(when) => onChange({ when })} />
  return <TextField {...field} />
}

interface FieldPickerProps {
  readonly label: string
  /** A field of an alert, or `attributes.<name>`. */
  readonly value: string
  readonly path: string
  readonly onValueChange: (field: string) => void
}

const ATTRIBUTE = 'attributes.'
const OPTIONS = [...optionsOf<string>(POLICY_FIELDS), { value: ATTRIBUTE, label: 'an attribute' }]

/**
 * The choice of an alert field that an action of an alert policy can use. An attribute has its name in a second input.
 */
function FieldPicker({ label, value, path, onValueChange }: FieldPickerProps) {
  const isAttribute = value.startsWith(ATTRIBUTE)
  return (
    <>
      <SelectField
        {...{ label, onValueChange, options: OPTIONS }}
        value={isAttribute ? ATTRIBUTE : value}
        path={isAttribute ? undefined : path}
      />
      {isAttribute && (
        <TextField
          label={`${label}: name of the attribute`}
          value={value.slice(ATTRIBUTE.length)}
          onValueChange={(name) => onValueChange(`${ATTRIBUTE}${name}`)}
          path={path}
        />
      )}
    </>
  )
}
