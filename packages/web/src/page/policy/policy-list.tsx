import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  type AlertPolicy,
  changePolicy,
  deletePolicies,
  type Policy,
  type PolicyKind,
  policiesQuery,
} from '../../api/policies.js'
import type { SentFilter } from '../../api/schemas.js'
import { Button, NewLink } from '../../ui/button.js'
import { buildChoiceColumn, useChosenRows } from '../../ui/chosen-rows.js'
import { ConfirmButton } from '../../ui/dialog.js'
import { formatCount } from '../../ui/format.js'
import { Listing } from '../../ui/loaded.js'
import { EmptyState } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildPath } from '../../ui/page-links.js'
import shared from '../../ui/shared.module.css'
import { Switch } from '../../ui/switch.js'
import { type Column, Table } from '../../ui/table.js'
import { Tabs } from '../../ui/tabs.js'
import { POLICY_KINDS, POLICY_TEXTS, readKind } from './policy-words.js'
import { formatFilter } from './sent-filter.js'

/** The page with the policies of each kind, in the order in which they are applied. */
export function PolicyList() {
  const [search, setSearch] = useSearchParams()
  const kind = readKind(search.get('kind'))
  return (
    <Page title="Policies" actions={<NewLink to={`/policies/${kind}/new`}>{`New ${kind} policy`}</NewLink>}>
      <Tabs
        label="Kind of policy"
        open={kind}
        onOpen={(next) => setSearch({ kind: next }, { replace: true })}
        tabs={POLICY_KINDS.map((id) => ({
          id,
          label: POLICY_TEXTS[id].many,
          content: <PolicyTable key={id} kind={id} />,
        }))}
      />
    </Page>
  )
}

/** The table of all policies of one kind. */
function PolicyTable({ kind }: { readonly kind: PolicyKind }) {
  const [page, setPage] = useState(1)
  const list = useQuery(policiesQuery(kind, page))
  const policies: readonly Policy[] = list.data?.policies ?? []
  const chosen = useChosenRows(policies.map(({ id }) => id))
  const columns: readonly Column<Policy>[] = [
    buildChoiceColumn(chosen, ({ name }) => name),
    {
      heading: 'Policy',
      cell: ({ id, name, description }) => (
        <>
          <Link className={shared.strong} to={buildPath('policies', kind, id)}>
            {name}
          </Link>
          <div className={shared.muted}>{description}</div>
        </>
      ),
    },
    { heading: 'Alerts', className: shared.code, cell: ({ filters }) => formatFilter(filters as SentFilter) },
    ...OWN_COLUMNS[kind],
    { heading: 'State', cell: (policy) => <PolicySwitch kind={kind} policy={policy} /> },
  ]
  return (
    <div className={shared.tab}>
      <p className={shared.muted}>{POLICY_TEXTS[kind].about}</p>
      <Listing query={list} what="the policies" empty={<NoPolicies kind={kind} />} onPage={setPage}>
        {() => (
          <>
            {chosen.ids.length > 0 && <DeleteMany kind={kind} ids={chosen.ids} onDeleted={chosen.clear} />}
            <Table caption={POLICY_TEXTS[kind].many} items={policies} getKey={({ id }) => id} columns={columns} />
          </>
        )}
      </Listing>
    </div>
  )
}

/** The columns that only one kind of policy has. */
const OWN_COLUMNS: Readonly<Record<PolicyKind, readonly Column<Policy>[]>> = {
  alert: [
    { heading: 'Order', cell: (policy) => 'order' in policy && policy.order },
    { heading: 'Origin', cell: (policy) => 'webhookId' in policy && <Origin {...policy} /> },
  ],
  weight: [{ heading: 'Weight', cell: (policy) => 'weight' in policy && policy.weight }],
  relation: [{ heading: 'Parent', cell: (policy) => 'parent' in policy && policy.parent }],
}

function Origin({ webhookId }: Pick<AlertPolicy, 'webhookId'>) {
  return webhookId === null ? 'all' : <Link to={buildPath('webhooks', webhookId)}>{webhookId}</Link>
}

interface DeleteManyProps {
  readonly kind: PolicyKind
  readonly ids: readonly string[]
  readonly onDeleted: () => void
}

function DeleteMany({ kind, ids, onDeleted }: DeleteManyProps) {
  const queries = useQueryClient()
  const confirm = async () => {
    try {
      await deletePolicies(kind, ids)
      onDeleted()
    } finally {
      await queries.invalidateQueries({ queryKey: ['policies', kind] })
    }
  }
  const what = formatCount(ids.length, 'policy', 'policies')
  return (
    <div className={shared.bar}>
      <ConfirmButton
        button={(ask) => (
          <Button icon="trash" onClick={ask}>
            Delete {what}
          </Button>
        )}
        title={`Delete ${what}?`}
        action="Delete them"
        onConfirm={confirm}
      >
        <p>{POLICY_TEXTS[kind].deleted} This cannot be undone.</p>
      </ConfirmButton>
    </div>
  )
}

function NoPolicies({ kind }: { readonly kind: PolicyKind }) {
  return (
    <EmptyState
      icon="policy"
      title={`No ${kind} policies yet`}
      action={<NewLink to={`/policies/${kind}/new`}>Create the first one</NewLink>}
    >
      {POLICY_TEXTS[kind].purpose}
    </EmptyState>
  )
}

interface PolicySwitchProps {
  readonly kind: PolicyKind
  readonly policy: Policy
}

/** Switches a policy on or off. The change affects only alerts that are received afterwards. */
function PolicySwitch({ kind, policy: { id, name, status } }: PolicySwitchProps) {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['policies', kind] }),
      queries.invalidateQueries({ queryKey: ['policy', kind, id] }),
    ])
  return (
    <Switch
      name={name}
      words={{ on: 'active', off: 'inactive' }}
      isOn={status === 'active'}
      save={async (isOn) => await changePolicy(kind, id, { status: isOn ? 'active' : 'inactive' })}
      onSaved={refresh}
    />
  )
}
