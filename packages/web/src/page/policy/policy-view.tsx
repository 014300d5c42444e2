import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { changePolicy, createPolicy, type Policy, type PolicyKind, policyQuery } from '../../api/policies.js'
import { webhookNamesQuery } from '../../api/webhooks.js'
import { Checkbox } from '../../ui/checkbox.js'
import { SelectField, TextField } from '../../ui/field.js'
import { Loaded } from '../../ui/loaded.js'
import { Page } from '../../ui/page.js'
import { SavedForm } from '../../ui/saved-form.js'
import shared from '../../ui/shared.module.css'
import { type TextInput, useDraft } from '../../ui/use-draft.js'
import { findFaultyRow } from './action-draft.js'
import { ActionList } from './action-list.js'
import { FilterEditor } from './filter-editor.js'
import { EveryAlertCheckbox, LiveMatches } from './live-matches.js'
import { buildPolicy, createPolicyDraft, dropsEveryAlert, ensureName, findDraftFaults } from './policy-draft.js'
import { PolicyPreview } from './policy-preview.js'
import { readKind } from './policy-words.js'
import { readAlertFilter } from './sent-filter.js'
import { TopologyField } from './topology-field.js'

/** The page of one policy of any kind, which may be new. */
export function PolicyView() {
  const { kind: name, id = '' } = useParams()
  const kind = readKind(name)
  const isNew = id === 'new'
  const query = useQuery({ ...policyQuery(kind, id), enabled: !isNew })
  const title = `${kind} policy`
  return (
    <Page title={isNew ? `New ${title}` : (query.data?.name ?? (kind === 'alert' ? `An ${title}` : `A ${title}`))}>
      {isNew ? (
        <PolicyForm kind={kind} policy={undefined} />
      ) : (
        <Loaded query={query} what="the policy" failed="The policy cannot be shown">
          {(policy) => <PolicyForm kind={kind} policy={policy} />}
        </Loaded>
      )}
    </Page>
  )
}

interface PolicyFormProps {
  readonly kind: PolicyKind
  /** The stored policy; `undefined` if the form creates a new one. */
  readonly policy: Policy | undefined
}

/**
 * The form of a policy. For an alert policy, it also shows what the policy would do with alerts that have arrived
 * before; for other policies, the current alerts that the filter matches.
 */
function PolicyForm({ kind, policy }: PolicyFormProps) {
  const form = useDraft(
    () => createPolicyDraft(policy),
    (draft) => buildPolicy(kind, draft),
  )
  const { draft, change, field, body, changes, isChanged } = form
  const { filters, actions, webhookId, topologyId, status } = draft
  const isAlert = kind === 'alert'
  const read = useMemo(() => readAlertFilter(filters), [filters])
  const faults = useMemo(() => (isAlert ? findDraftFaults(draft) : read.faults), [isAlert, draft, read])
  const save = async () => {
    const unsendable = isAlert ? findFaultyRow(actions) : undefined
    if (unsendable !== undefined) throw new Error(`${unsendable.path} ${unsendable.message}`)
    await (policy === undefined ? createPolicy(kind, body) : changePolicy(kind, policy.id, changes))
  }
  return (
    <SavedForm
      action={policy === undefined ? 'Create' : 'Save'}
      save={save}
      queryKey={['policies', kind]}
      list={`/policies?kind=${kind}`}
      isUnsaved={isChanged}
      faults={faults}
      aside={
        isAlert ? (
          <PolicyPreview
            policy={ensureName(buildPolicy('alert', draft))}
            policyId={policy?.id ?? null}
            isFaulty={faults.length > 0}
          />
        ) : (
          <LiveMatches test={read.test} verb="match" />
        )
      }
      isAsideWide={isAlert}
    >
      <section className={shared.section}>
        <div className={shared.fields}>
          <TextField label="Name" {...field('name')} />
          <TextField label="Description" {...field('description')} />
          {isAlert && (
            <>
              <TextField
                label="Order"
                inputMode="numeric"
                hint="Policies run from the lowest number to the highest."
                {...field('order')}
              />
              <WebhookField {...field('webhookId')} />
            </>
          )}
          {kind === 'weight' && (
            <>
              <TextField
                label="Weight"
                inputMode="decimal"
                hint="A larger number is a higher weight"
                {...field('weight')}
              />
              <TopologyField id={topologyId} onChange={(id) => change({ topologyId: id })} />
            </>
          )}
          {kind === 'relation' && (
            <TextField
              label="Parent"
              hint="The resource of the same environment that is hurt if the resource of the alert fails"
              {...field('parent')}
            />
          )}
        </div>
        <Checkbox
          label="Active"
          hint="Applies to alerts received from now on."
          checked={status === 'active'}
          onCheckedChange={(isActive) => change({ status: isActive ? 'active' : 'inactive' })}
        />
      </section>
      <FilterEditor
        label="Alerts that it applies to"
        path="filters"
        filter={filters}
        onChange={(next) => change({ filters: next })}
      />
      {isAlert && <ActionList actions={actions} onChange={(next) => change({ actions: next })} />}
      {isAlert && dropsEveryAlert(draft) && (
        <EveryAlertCheckbox
          key={webhookId}
          label={`Drop every alert ${webhookId ? `of the webhook ${webhookId}` : 'of this installation'}`}
          hint="The policy has no clause. While it is active, none of these alerts is stored when it arrives."
        />
      )}
    </SavedForm>
  )
}

/** The choice of the webhook whose alerts a policy applies to; `''` = alerts of every origin. */
function WebhookField(field: TextInput) {
  const { data = [], error } = useQuery(webhookNamesQuery)
  const isListed = field.value === '' || data.some(({ id }) => id === field.value)
  return (
    <SelectField
      label="Alerts of"
      options={[
        { value: '', label: 'every origin' },
        ...(isListed ? [] : [{ value: field.value, label: field.value }]),
        ...data.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      hint={error === null ? undefined : `The webhooks could not be read: ${error.message}`}
      {...field}
    />
  )
}
