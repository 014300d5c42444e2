import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type AlertPolicy, changeAlertPolicy, createAlertPolicy } from '../../api/alert-policies.js'
import { changesOf } from '../../api/changes-of.js'
import { webhookNamesQuery } from '../../api/webhooks.js'
import { Checkbox } from '../../ui/checkbox.js'
import { SelectField, TextField } from '../../ui/field.js'
import { faultyRow } from './action-draft.js'
import { ActionList } from './action-list.js'
import { type AlertPolicyDraft, bodyOf, draftOf, dropsEveryAlert, faultsOfDraft, named } from './alert-policy-draft.js'
import { FilterEditor } from './filter-editor.js'
import { EveryAlert } from './live-matches.js'
import styles from './policy.module.css'
import { PolicyPreview } from './policy-preview.js'
import { SavedForm } from './saved-form.js'

/**
 * The form of an alert policy. It also shows what the policy would do with alerts that have arrived before.
 *
 * @param policy the stored policy; `undefined` if the form creates a new one
 */
export function AlertPolicyForm({ policy }: { readonly policy: AlertPolicy | undefined }) {
  const [start] = useState(() => draftOf(policy))
  const [draft, setDraft] = useState(start)
  const body = bodyOf(draft)
  const changes = changesOf(body, bodyOf(start))
  const faults = useMemo(() => faultsOfDraft(draft), [draft])
  const save = async () => {
    const unsendable = faultyRow(draft.actions)
    if (unsendable !== undefined) throw new Error(`${unsendable.path} ${unsendable.message}`)
    await (policy === undefined ? createAlertPolicy(body) : changeAlertPolicy(policy.id, changes))
  }
  const change = (changed: Partial<AlertPolicyDraft>) => setDraft({ ...draft, ...changed })
  const field = (name: 'name' | 'description' | 'order') => ({
    value: draft[name],
    onValueChange: (value: string) => change({ [name]: value }),
    path: name,
  })
  return (
    <SavedForm
      action={policy === undefined ? 'Create' : 'Save'}
      save={save}
      queryKey={['policies', 'alert']}
      list="/policies?kind=alert"
      isUnsaved={Object.keys(changes).length > 0}
      faults={faults}
      aside={<PolicyPreview policy={named(body)} policyId={policy?.id ?? null} isFaulty={faults.length > 0} />}
      isAsideWide
    >
      <section className={styles.section}>
        <div className={styles.fields}>
          <TextField label="Name" {...field('name')} />
          <TextField label="Description" {...field('description')} />
          <TextField
            label="Order"
            inputMode="numeric"
            hint="Policies run from the lowest number to the highest."
            {...field('order')}
          />
          <WebhookField id={draft.webhookId} onChange={(webhookId) => change({ webhookId })} />
        </div>
        <Checkbox
          label="Active"
          hint="Applies to alerts received from now on."
          checked={draft.isActive}
          onCheckedChange={(isActive) => change({ isActive })}
        />
      </section>
      <FilterEditor
        label="Alerts that it applies to"
        path="filters"
        filter={draft.filters}
        onChange={(filters) => change({ filters })}
      />
      <ActionList actions={draft.actions} onChange={(actions) => change({ actions })} />
      {dropsEveryAlert(draft) && <EveryDropped webhookId={draft.webhookId} />}
    </SavedForm>
  )
}

/** The checkbox for a policy that drops every alert, or every alert of one webhook. */
function EveryDropped({ webhookId }: { readonly webhookId: string }) {
  const of = webhookId === '' ? 'of this installation' : `of the webhook ${webhookId}`
  return (
    <EveryAlert
      key={webhookId}
      label={`Drop every alert ${of}`}
      hint="The policy has no clause. While it is active, none of these alerts is stored when it arrives."
    />
  )
}

interface WebhookFieldProps {
  /** The id of the webhook; `''` = alerts of every origin. */
  readonly id: string
  readonly onChange: (id: string) => void
}

/** The choice of the webhook whose alerts a policy applies to. */
function WebhookField({ id, onChange }: WebhookFieldProps) {
  const { data, error: trouble } = useQuery(webhookNamesQuery)
  const webhooks = data ?? []
  const isListed = id === '' || webhooks.some((webhook) => webhook.id === id)
  return (
    <SelectField
      label="Alerts of"
      value={id}
      options={[
        { value: '', label: 'every origin' },
        ...(isListed ? [] : [{ value: id, label: id }]),
        ...webhooks.map((webhook) => ({ value: webhook.id, label: webhook.name })),
      ]}
      onValueChange={onChange}
      hint={trouble === null ? undefined : `The webhooks could not be read: ${trouble.message}`}
      path="webhookId"
    />
  )
}
