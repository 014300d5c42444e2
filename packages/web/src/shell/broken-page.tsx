import { useRouteError } from 'react-router'
import { Failure } from '../ui/failure.js'
import { Page } from '../ui/page.js'

/** A page that could not be loaded or drawn: a newer version may have taken its place on the server. */
export function BrokenPage() {
  const error = useRouteError()
  return (
    <Page title="Something broke">
      <Failure
        error={error instanceof Error ? error : new Error(String(error))}
        what="This page could not be shown; loading the console again may help"
        onRetry={() => window.location.reload()}
      />
    </Page>
  )
}
