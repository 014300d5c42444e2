import { useSearchParams } from 'react-router'
import type { PolicyKind } from '../../api/policies.js'
import { LinkButton } from '../../ui/link-button.js'
import { Page } from '../../ui/page.js'
import { Tabs } from '../../ui/tabs.js'
import { PolicyTable } from './policy-table.js'

/** The page with the weight policies and the relation policies, each in the order in which they are applied. */
export function PolicyList() {
  const [search, setSearch] = useSearchParams()
  const kind: PolicyKind = search.get('kind') === 'relation' ? 'relation' : 'weight'
  return (
    <Page
      title="Policies"
      actions={
        <LinkButton to={`/policies/${kind}/new`} variant="primary" icon="plus">
          {kind === 'weight' ? 'New weight policy' : 'New relation policy'}
        </LinkButton>
      }
    >
      <Tabs
        label="Kind of policy"
        open={kind}
        onOpen={(next) => setSearch({ kind: next }, { replace: true })}
        tabs={[
          { id: 'weight', label: 'Weight policies', content: <PolicyTable key="weight" kind="weight" /> },
          { id: 'relation', label: 'Relation policies', content: <PolicyTable key="relation" kind="relation" /> },
        ]}
      />
    </Page>
  )
}
