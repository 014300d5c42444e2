import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { type Policy, type PolicyKind, policyQuery } from '../../api/policies.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { AlertPolicyForm } from './alert-policy-form.js'
import { PolicyForm } from './policy-form.js'
import { kindNamed } from './policy-words.js'

/** The page of one policy of any kind, which may be new. */
export function PolicyView() {
  const { kind: name, id = '' } = useParams()
  const kind = kindNamed(name)
  const isNew = id === 'new'
  const { data, error, refetch } = useQuery({ ...policyQuery(kind, id), enabled: !isNew })
  const title = `${kind} policy`
  return (
    <Page title={isNew ? `New ${title}` : (data?.name ?? (kind === 'alert' ? `An ${title}` : `A ${title}`))}>
      {error && <Failure error={error} what="The policy cannot be shown" onRetry={() => refetch()} />}
      {!isNew && data === undefined && !error && <Loading what="the policy" />}
      {isNew && <Form key={kind} kind={kind} policy={undefined} />}
      {data !== undefined && <Form key={data.id} kind={kind} policy={data} />}
    </Page>
  )
}

interface FormProps {
  readonly kind: PolicyKind
  readonly policy: Policy | undefined
}

function Form({ kind, policy }: FormProps) {
  if (kind === 'alert') {
    return <AlertPolicyForm policy={policy !== undefined && 'actions' in policy ? policy : undefined} />
  }
  return <PolicyForm kind={kind} policy={policy !== undefined && 'actions' in policy ? undefined : policy} />
}
