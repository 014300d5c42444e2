import { createHashRouter, Navigate } from 'react-router'
import { SignOut } from '../session/sign-out.js'
import { AREAS } from './areas.js'
import { BrokenPage } from './broken-page.js'
import { Shell } from './shell.js'
import { UnknownPage } from './unknown-page.js'

/** Pages stand behind the `#`: the server keeps 404 for every path that it does not know. */
export const router = createHashRouter([
  {
    Component: Shell,
    ErrorBoundary: BrokenPage,
    HydrateFallback: () => null,
    children: [
      { index: true, element: <Navigate to={`/${AREAS[0]?.path}`} replace /> },
      ...AREAS.map(({ path, pages }) => ({ path, children: [...pages], ErrorBoundary: BrokenPage })),
      { path: 'sign-out', Component: SignOut },
      { path: '*', Component: UnknownPage },
    ],
  },
])
