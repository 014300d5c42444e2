import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { deletePolicies, type Policy, type PolicyKind, policiesQuery, setPolicyStatus } from '../../api/policies.js'
import { Button, LinkButton } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { Dialog } from '../../ui/dialog.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Pager } from '../../ui/pager.js'
import { Switch } from '../../ui/switch.js'
import { Table } from '../../ui/table.js'
import styles from './policy.module.css'
import { WORDS } from './policy-words.js'
import { filterText, type SentFilter } from './sent-filter.js'

/** The table of all policies of one kind. */
export function PolicyTable({ kind }: { readonly kind: PolicyKind }) {
  const [page, setPage] = useState(1)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const { data, error, isPending, refetch } = useQuery(policiesQuery(kind, page))
  const policies: readonly Policy[] = data?.policies ?? []
  // Policies that the page does not show any more are not deleted, because the user does not see them.
  const chosen = policies.flatMap(({ id }) => (marked.has(id) ? [id] : []))
  const choose = (id: string, isChosen: boolean) => {
    const others = chosen.filter((each) => each !== id)
    setMarked(new Set(isChosen ? [...others, id] : others))
  }
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{WORDS[kind].about}</p>
      {isPending && <Loading what="the policies" />}
      {error && <Failure error={error} onRetry={() => refetch()} />}
      {data?.total === 0 && <NoPolicies kind={kind} />}
      {chosen.length > 0 && <DeleteMany kind={kind} ids={chosen} onDeleted={() => setMarked(new Set())} />}
      {policies.length > 0 && (
        <Table caption={WORDS[kind].many} columns={['Choose', 'Policy', 'Alerts', ...OWN[kind], 'State']}>
          {policies.map((policy) => (
            <tr key={policy.id}>
              <td>
                <Checkbox
                  label={`Choose ${policy.name}`}
                  isLabelUnseen
                  checked={marked.has(policy.id)}
                  onCheckedChange={(isChosen) => choose(policy.id, isChosen)}
                />
              </td>
              <td>
                <Link className={styles.name} to={`/policies/${kind}/${encodeURIComponent(policy.id)}`}>
                  {policy.name}
                </Link>
                <div className={styles.quiet}>{policy.description}</div>
              </td>
              <td className={styles.filterText}>{filterText(policy.filters as SentFilter)}</td>
              <OwnCells policy={policy} />
              <td>
                <PolicySwitch kind={kind} policy={policy} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {data !== undefined && <Pager {...data} onPage={setPage} />}
    </div>
  )
}

/** The headings of the columns that only one kind of policy has. */
const OWN: Readonly<Record<PolicyKind, readonly string[]>> = {
  alert: ['Order', 'Origin'],
  weight: ['Weight'],
  relation: ['Parent'],
}

function OwnCells({ policy }: { readonly policy: Policy }) {
  if ('weight' in policy) return <td>{policy.weight}</td>
  if ('parent' in policy) return <td>{policy.parent}</td>
  const { order, webhookId } = policy
  return (
    <>
      <td>{order}</td>
      <td>{webhookId === null ? 'all' : <Link to={`/webhooks/${encodeURIComponent(webhookId)}`}>{webhookId}</Link>}</td>
    </>
  )
}

interface DeleteManyProps {
  readonly kind: PolicyKind
  readonly ids: readonly string[]
  readonly onDeleted: () => void
}

function DeleteMany({ kind, ids, onDeleted }: DeleteManyProps) {
  const [isAsked, setAsked] = useState(false)
  const queries = useQueryClient()
  const confirm = async () => {
    try {
      await deletePolicies(kind, ids)
      onDeleted()
    } finally {
      await queries.invalidateQueries({ queryKey: ['policies', kind] })
    }
  }
  const what = ids.length === 1 ? '1 policy' : `${ids.length} policies`
  return (
    <div className={styles.bar}>
      <Button icon="trash" onClick={() => setAsked(true)}>
        Delete {what}
      </Button>
      <ConfirmDialog
        title={`Delete ${what}?`}
        action="Delete them"
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={confirm}
      >
        <p>{WORDS[kind].deleted} This cannot be undone.</p>
      </ConfirmDialog>
    </div>
  )
}

function NoPolicies({ kind }: { readonly kind: PolicyKind }) {
  return (
    <EmptyState icon="policy" title={`No ${kind} policies yet`}>
      <p>{WORDS[kind].purpose}</p>
      <LinkButton to={`/policies/${kind}/new`} variant="primary" icon="plus">
        Create the first one
      </LinkButton>
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
  const change = useMutation({
    mutationFn: async (isOn: boolean) => await setPolicyStatus(kind, id, isOn ? 'active' : 'inactive'),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['policies', kind] }),
        queries.invalidateQueries({ queryKey: ['policy', kind, id] }),
      ]),
  })
  const isOn = change.isPending ? change.variables : status === 'active'
  return (
    <div className={styles.bar}>
      <Switch label={`${name} active`} isOn={isOn} disabled={change.isPending} onSwitch={change.mutate} />
      {isOn ? 'active' : 'inactive'}
      <Dialog title={`${name} was not changed`} isOpen={change.isError} onClose={change.reset}>
        {change.error && <Failure error={change.error} />}
      </Dialog>
    </div>
  )
}
