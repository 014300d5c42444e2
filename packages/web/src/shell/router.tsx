import { createHashRouter, replace } from 'react-router'
import { SignOut } from '../sign-in/sign-out.js'
import { AREAS } from './areas.js'
import { BrokenPage } from './broken-page.js'
import { Shell } from './shell.js'
import { UnknownPage } from './unknown-page.js'

/**
 * The path of a page is in the fragment of the address. The browser does not send the fragment, so the server does not
 * need to know the paths of pages, and can answer 404 for every path that it does not serve.
 */
export const router = createHashRouter([
  {
    Component: Shell,
    ErrorBoundary: BrokenPage,
    HydrateFallback: () => null,
    children: [
      // A loader, because a navigation that the user starts meanwhile ends it. The effect of a component would win.
      { index: true, loader: () => replace(`/${AREAS[0]?.path}`) },
      ...AREAS.map(({ path, pages }) => ({ path, children: [...pages], ErrorBoundary: BrokenPage })),
      { path: 'sign-out', Component: SignOut },
      { path: '*', Component: UnknownPage },
    ],
  },
])
