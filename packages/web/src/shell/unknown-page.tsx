import { Link } from 'react-router'
import { EmptyState } from '../ui/empty-state.js'
import { Page } from '../ui/page.js'

export function UnknownPage() {
  return (
    <Page title="Not found">
      <EmptyState icon="search" title="There is no such page">
        <p>
          The address may be of another version of the console. <Link to="/">Go to the start</Link>
        </p>
      </EmptyState>
    </Page>
  )
}
