import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { type PolicyKind, policyQuery } from '../../api/policies.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { PolicyForm } from './policy-form.js'

/** The page of one weight policy or relation policy, which may be new. */
export function PolicyView() {
  const { kind: named, id = '' } = useParams()
  const kind: PolicyKind = named === 'relation' ? 'relation' : 'weight'
  const isNew = id === 'new'
  const { data, error, refetch } = useQuery({ ...policyQuery(kind, id), enabled: !isNew })
  const title = kind === 'weight' ? 'weight policy' : 'relation policy'
  return (
    <Page title={isNew ? `New ${title}` : (data?.name ?? `A ${title}`)}>
      {error && <Failure error={error} what="The policy cannot be shown" onRetry={() => refetch()} />}
      {!isNew && data === undefined && !error && <Loading what="the policy" />}
      {isNew && <PolicyForm key={kind} kind={kind} policy={undefined} />}
      {data !== undefined && <PolicyForm key={data.id} kind={kind} policy={data} />}
    </Page>
  )
}
