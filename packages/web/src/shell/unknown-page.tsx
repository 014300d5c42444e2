import { Link } from 'react-router'
import { EmptyState } from '../ui/empty-state.js'
import { Page } from '../ui/page.js'

export function UnknownPage() {
  return (
    <Page title="Not found">
      <EmptyState icon="search" title="Page not found">
        <p>
          The address may belong to another version of the console. <Link to="/">Go to the start page</Link>
        </p>
      </EmptyState>
    </Page>
  )
}
