import { useRouteError } from 'react-router'
import { Failure } from '../ui/failure.js'
import { Page } from '../ui/page.js'

/**
 * The page that is shown if another page cannot be loaded or drawn, for example because the server was upgraded and has
 * a newer version of the console.
 */
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
