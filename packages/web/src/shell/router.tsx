import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import {
  createHashRouter,
  type DataRouter,
  Link,
  type RouteObject,
  replace,
  useLocation,
  useNavigate,
  useRouteError,
} from 'react-router'
import { session } from '../session/session.js'
import { EmptyState, Failure } from '../ui/message.js'
import { Page } from '../ui/page.js'
import { AREAS, type Area } from './areas.js'
import { Shell } from './shell.js'

/**
 * The path of a page is in the fragment of the address. Browsers do not send the fragment. So the server need not know
 * the paths of pages, and can answer 404 for every path that it does not serve.
 */
export const router = createHashRouter([
  {
    Component: Shell,
    ErrorBoundary: BrokenPage,
    HydrateFallback: () => null,
    children: [
      // Redirect in a loader: if the user navigates meanwhile, the router cancels the loader. The effect of a component
      // would override the navigation of the user.
      { index: true, loader: () => replace(`/${AREAS[0]?.path}`) },
      ...AREAS.map(({ path, pages }) => ({ path, children: buildRoutes(pages), ErrorBoundary: BrokenPage })),
      { path: 'sign-out', Component: SignOut },
      { path: '*', Component: UnknownPage },
    ],
  },
])

function buildRoutes(pages: Area['pages']): RouteObject[] {
  return Object.entries(pages).map(([path, load]) => {
    const lazy = async () => ({ Component: giveKey(await load()) })
    return path === '' ? { index: true, lazy } : { path, lazy }
  })
}

/**
 * Mounts a page anew when the path changes, so that nothing that the user has typed or chosen on the page of one object
 * appears on the page of another.
 */
function giveKey(Content: ComponentType): ComponentType {
  return function KeyedPage() {
    return <Content key={useLocation().pathname} />
  }
}

/**
 * The page that is shown if another page cannot be loaded or rendered, for example because the server was upgraded and
 * has a newer version of the console.
 */
function BrokenPage() {
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

function UnknownPage() {
  return (
    <Page title="Not found">
      <EmptyState icon="search" title="Page not found">
        The address may belong to another version of the console. <Link to="/">Go to the start page</Link>
      </EmptyState>
    </Page>
  )
}

/**
 * The part of the event `navigate` of the Navigation API that is used here. The DOM types of TypeScript do not contain
 * this event yet.
 */
interface NavigateEvent extends Event {
  /**
   * Whether only the fragment of the address changes. It is `false` if a script calls `history.pushState` or
   * `history.replaceState`, as the router does.
   */
  readonly hashChange: boolean
  readonly navigationType: 'push' | 'replace' | 'reload' | 'traverse'
  readonly destination: { readonly url: string }
}

/**
 * Makes the router navigate instead of the browser if the user types or pastes an address, or opens a bookmark. To ask
 * about unsaved changes, the router must be able to block a navigation, and it can block only navigations between
 * history entries that it has created itself.
 */
export function followAddresses(router: Pick<DataRouter, 'navigate'>): void {
  const { navigation } = window as { readonly navigation?: EventTarget }
  navigation?.addEventListener('navigate', (event) => {
    const { hashChange, navigationType, destination, cancelable } = event as NavigateEvent
    if (!hashChange || navigationType === 'traverse' || !cancelable) return
    event.preventDefault()
    void router.navigate(new URL(destination.url).hash.slice(1))
  })
}

/**
 * Signs out. This is a component with its own route, because a page with unsaved changes can ask the user before the
 * router opens another route.
 */
function SignOut() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    session.signOut()
    queries.clear()
    void navigate('/', { replace: true })
  }, [queries, navigate])
  return null
}
