import { useSearchParams } from 'react-router'
import { LinkButton } from '../../ui/button.js'
import { Page } from '../../ui/page.js'
import { Tabs } from '../../ui/tabs.js'
import { PolicyTable } from './policy-table.js'
import { kindNamed, POLICY_KINDS, WORDS } from './policy-words.js'

/** The page with the policies of each kind, in the order in which they are applied. */
export function PolicyList() {
  const [search, setSearch] = useSearchParams()
  const kind = kindNamed(search.get('kind'))
  return (
    <Page
      title="Policies"
      actions={
        <LinkButton to={`/policies/${kind}/new`} variant="primary" icon="plus">
          {`New ${kind} policy`}
        </LinkButton>
      }
    >
      <Tabs
        label="Kind of policy"
        open={kind}
        onOpen={(next) => setSearch({ kind: next }, { replace: true })}
        tabs={POLICY_KINDS.map((id) => ({ id, label: WORDS[id].many, content: <PolicyTable key={id} kind={id} /> }))}
      />
    </Page>
  )
}
