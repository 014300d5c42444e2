import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { type AlertPolicy, changeAlertPolicy, createAlertPolicy } from '../../api/alert-policies.js'
import { changesOf } from '../../api/changes-of.js'
import { faultAt, faultsOf } from '../../api/faults.js'
import { webhookNamesQuery } from '../../api/webhooks.js'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { Failure } from '../../ui/failure.js'
import { SelectField, TextField } from '../../ui/field.js'
import { LeaveGuard, useLeaveWhen } from '../../ui/leave-guard.js'
import { faultyRow } from './action-draft.js'
import { ActionList } from './action-list.js'
import { type AlertPolicyDraft, bodyOf, draftOf, dropsEveryAlert, faultOf, named } from './alert-policy-draft.js'
import { FilterEditor } from './filter-editor.js'
import { EveryAlert } from './live-matches.js'
import styles from './policy.module.css'
import { PolicyPreview } from './policy-preview.js'

const LIST = '/policies?kind=alert'

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
  const fault = useMemo(() => faultOf(draft), [draft])
  const queries = useQueryClient()
  const navigate = useNavigate()
  const saving = useMutation({
    mutationFn: async () => {
      const unsendable = faultyRow(draft.actions)
      if (unsendable !== undefined) throw new Error(`${unsendable.path} ${unsendable.message}`)
      await (policy === undefined ? createAlertPolicy(body) : changeAlertPolicy(policy.id, changes))
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['policies', 'alert'] }),
  })
  const { isSuccess } = saving
  useLeaveWhen(isSuccess, LIST)
  const refused = faultsOf(saving.error)
  // A new policy has no actions yet: this is a fault only when the policy is saved.
  const isBegun = fault?.path === 'actions' && draft.actions.length === 0
  const faults = fault === undefined || isBegun ? refused : [fault]
  const change = (changed: Partial<AlertPolicyDraft>) => setDraft({ ...draft, ...changed })
  const field = (name: 'name' | 'description' | 'order') => ({
    value: draft[name],
    onValueChange: (value: string) => change({ [name]: value }),
    error: faultAt(faults, name) ?? faultAt(refused, name),
  })
  return (
    <div className={styles.halves}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate()
        }}
      >
        {saving.error && <Failure error={saving.error} what="Nothing was saved" />}
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
            <WebhookField
              id={draft.webhookId}
              error={faultAt(refused, 'webhookId')}
              onChange={(webhookId) => change({ webhookId })}
            />
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
          fault={faults.find(({ path }) => path.startsWith('filters'))}
          onChange={(filters) => change({ filters })}
        />
        <ActionList actions={draft.actions} faults={faults} onChange={(actions) => change({ actions })} />
        {dropsEveryAlert(draft) && <EveryDropped webhookId={draft.webhookId} />}
        <div className={styles.bar}>
          <Button type="submit" variant="primary" isBusy={saving.isPending}>
            {policy === undefined ? 'Create' : 'Save'}
          </Button>
          <Button onClick={() => navigate(LIST)}>Cancel</Button>
        </div>
      </form>
      <PolicyPreview policy={named(body)} policyId={policy?.id ?? null} fault={fault} />
      <LeaveGuard isUnsaved={!isSuccess && Object.keys(changes).length > 0} />
    </div>
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
  readonly error: string | undefined
  readonly onChange: (id: string) => void
}

/** The choice of the webhook whose alerts a policy applies to. */
function WebhookField({ id, error, onChange }: WebhookFieldProps) {
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
      error={error}
    />
  )
}
