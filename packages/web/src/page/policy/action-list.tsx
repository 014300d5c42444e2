import { ACTION_FIELDS, LIMITS } from '@opsgraph/core/pure'
import { Button, IconButton } from '../../ui/button.js'
import { SelectField, TextArea, TextField, toOptions } from '../../ui/field.js'
import { useFaults, useFaultText } from '../../ui/form-faults.js'
import { Section } from '../../ui/page.js'
import { Segments } from '../../ui/segments.js'
import shared from '../../ui/shared.module.css'
import type { TextInput } from '../../ui/use-draft.js'
import styles from './action.module.css'
import { createAction } from './action-draft.js'
import { ACTIONS, type ActionDraft, type ActionInput, type ActionKind } from './action-kinds.js'
import { useRows } from './row-list.js'
import { type ActionInputsProps, TranslationRows } from './translation-rows.js'

interface ActionListProps {
  readonly actions: readonly ActionDraft[]
  readonly onChange: (actions: readonly ActionDraft[]) => void
}

const KIND_OPTIONS = Object.entries(ACTIONS).map(([kind, { label }]) => ({ value: kind as ActionKind, label }))

/** Edits the actions of an alert policy (docs/filters-and-policies.md), in the order in which they run. */
export function ActionList({ actions, onChange }: ActionListProps) {
  const { list, add, move, remove, replace, append } = useRows(actions, onChange)
  const faults = useFaults('actions', 'exact')
  return (
    <Section title="Actions">
      {actions.length === 0 && <p className={shared.muted}>No actions yet: the policy would do nothing.</p>}
      <ol ref={list} className={styles.actions}>
        {actions.map((action, index) => {
          const path = `actions[${index}]`
          const change = (changed: Partial<ActionDraft>) => replace(index, { ...action, ...changed })
          return (
            <li key={action.id} className={styles.action}>
              <fieldset className={styles.group}>
                <legend className="unseen">{`Action ${index + 1}`}</legend>
                <div className={styles.head}>
                  <KindField index={index} kind={action.kind} onChange={(kind) => change({ kind })} />
                  <div className={styles.buttons}>
                    <IconButton
                      icon="up"
                      label={`Move action ${index + 1} up`}
                      disabled={index === 0}
                      onClick={() => move(index, -1)}
                    />
                    <IconButton
                      icon="down"
                      label={`Move action ${index + 1} down`}
                      disabled={index === actions.length - 1}
                      onClick={() => move(index, 1)}
                    />
                    <IconButton icon="trash" label={`Remove action ${index + 1}`} onClick={() => remove(index)} />
                  </div>
                </div>
                <ActionInputs action={action} path={path} onChange={change} />
              </fieldset>
            </li>
          )
        })}
      </ol>
      {faults.map(({ message }) => (
        <p key={message} className={shared.fault}>
          {message}
        </p>
      ))}
      <div className={shared.bar}>
        <Button
          ref={add}
          icon="plus"
          disabled={actions.length >= LIMITS.alertPolicyActions.max}
          onClick={() => append(createAction(actions))}
        >
          Add an action
        </Button>
      </div>
    </Section>
  )
}

interface KindFieldProps {
  readonly index: number
  readonly kind: ActionKind
  readonly onChange: (kind: ActionKind) => void
}

/** The choice of the kind of an action. It also shows the faults of the action as a whole. */
function KindField({ index, kind, onChange }: KindFieldProps) {
  const error = useFaultText(`actions[${index}]`, 'exact')
  return (
    <SelectField
      label={`${index + 1}. Action`}
      value={kind}
      options={KIND_OPTIONS}
      onValueChange={onChange}
      error={error}
    />
  )
}

/** The inputs of an action. They depend on its kind. */
function ActionInputs(props: ActionInputsProps) {
  const { kind } = props.action
  const { inputs } = ACTIONS[kind]
  const shown = (isWide: boolean) =>
    inputs
      .filter((input) => (input.isWide === true) === isWide)
      .map((input) => <Input key={input.input} {...props} {...input} />)
  return (
    <>
      {inputs.length > 0 && <div className={shared.fields}>{shown(false)}</div>}
      {kind === 'translate' ? <TranslationRows {...props} /> : shown(true)}
      {kind === 'drop' && (
        <p className={shared.muted}>
          The alert is not stored, and no further action or policy runs on it. Its sender gets 200, so that it does not
          send the alert again.
        </p>
      )}
    </>
  )
}

const WHEN_OPTIONS = [
  { value: 'empty', label: 'only if it is empty', title: 'empty' },
  { value: 'always', label: 'always', title: 'always' },
] as const
const LIST_OPTIONS = toOptions(['tags', 'service'])

function Input({ action, path, onChange, actionKey, input, as, label, hint }: ActionInputsProps & ActionInput) {
  const field = {
    label,
    hint,
    value: String(action[input]),
    path: `${path}.${actionKey}`,
    onValueChange: (value: string) => onChange({ [input]: value }),
  }
  if (as === 'field') return <FieldPicker {...field} />
  if (as === 'lines') return <TextArea rows={2} {...field} />
  if (as === 'list') return <SelectField {...field} options={LIST_OPTIONS} />
  if (as === 'when')
    return <Segments label={label} value={action.when} options={WHEN_OPTIONS} onChange={(when) => onChange({ when })} />
  return <TextField {...field} />
}

const ATTRIBUTE = 'attributes.'
const FIELD_OPTIONS = [...toOptions<string>(ACTION_FIELDS), { value: ATTRIBUTE, label: 'an attribute' }]

/**
 * The choice of an alert field that an action of an alert policy can use, or of `attributes.<name>`. An attribute has
 * its name in a second input.
 */
function FieldPicker({ label, value, path, onValueChange }: TextInput & { readonly label: string }) {
  const isAttribute = value.startsWith(ATTRIBUTE)
  return (
    <>
      <SelectField
        {...{ label, onValueChange, options: FIELD_OPTIONS }}
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
