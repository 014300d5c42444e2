import { useRouteError } from 'react-router'
import { Failure } from '../ui/failure.js'
import { Page } from '../ui/page.js'

/** Shown if a page cannot be loaded or drawn, for example because the server has a newer version of the console. */
export function BrokenPage() {
  const error = useRouteError()
  return (
    <Page title="An error occurred">
      <Failure
        error={error instanceof Error ? error : new Error(String(error))}
        what="This page could not be shown. Reloading the console may help"
        onRetry={() => window.location.reload()}
      />
    </Page>
  )
}
