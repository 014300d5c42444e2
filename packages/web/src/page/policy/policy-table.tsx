import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { deletePolicies, type Policy, type PolicyKind, policiesQuery } from '../../api/policies.js'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { LinkButton } from '../../ui/link-button.js'
import { Loading } from '../../ui/loading.js'
import { Pager } from '../../ui/pager.js'
import { Table } from '../../ui/table.js'
import styles from './policy.module.css'
import { PolicySwitch } from './policy-switch.js'
import { filterText, type SentFilter } from './sent-filter.js'

/** The table of all policies of one kind. */
export function PolicyTable({ kind }: { readonly kind: PolicyKind }) {
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { data, error, isPending, refetch } = useQuery(policiesQuery(kind, page))
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const policies: readonly Policy[] = data?.policies ?? []
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{ABOUT[kind]}</p>
      {isPending && <Loading what="the policies" />}
      {error && <Failure error={error} onRetry={() => refetch()} />}
      {data?.total === 0 && <NoPolicies kind={kind} />}
      {chosen.size > 0 && <DeleteMany kind={kind} ids={[...chosen]} onDeleted={() => setChosen(new Set())} />}
      {policies.length > 0 && (
        <Table
          caption={kind === 'weight' ? 'Weight policies' : 'Relation policies'}
          columns={['Choose', 'Policy', 'Alerts', kind === 'weight' ? 'Weight' : 'Parent', 'State']}
        >
          {policies.map((policy) => (
            <tr key={policy.id}>
              <td>
                <Checkbox
                  label={`Choose ${policy.name}`}
                  isLabelUnseen
                  checked={chosen.has(policy.id)}
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
              <td>{'weight' in policy ? policy.weight : policy.parent}</td>
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

const ABOUT: Readonly<Record<PolicyKind, string>> = {
  weight:
    'When an alert is received, the active policies are tried in this order. The first that matches sets the weight of the alert. An alert that arrives with a weight keeps it.',
  relation:
    'When an alert is received, each active policy that matches sets a parent of its resource. The relation stays if the policy is deleted.',
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
        <p>
          {kind === 'weight'
            ? 'Alerts keep the weights that these policies set.'
            : 'The relations that these policies stored stay.'}{' '}
          This cannot be undone.
        </p>
      </ConfirmDialog>
    </div>
  )
}

function NoPolicies({ kind }: { readonly kind: PolicyKind }) {
  return (
    <EmptyState icon="policy" title={kind === 'weight' ? 'No weight policies yet' : 'No relation policies yet'}>
      <p>
        {kind === 'weight'
          ? 'A weight policy sets the weight of the alerts that match its filter, so that important alerts stand out.'
          : 'A relation policy sets the parent of the resources of alerts that match its filter. Use it for resources whose names follow a rule, such as short-lived containers.'}
      </p>
      <LinkButton to={`/policies/${kind}/new`} variant="primary" icon="plus">
        Create the first one
      </LinkButton>
    </EmptyState>
  )
}
