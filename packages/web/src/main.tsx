import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { queryClient } from './api/query-client.js'
import { followAddresses, router } from './shell/router.js'
import { readTheme, showTheme } from './shell/theme-switch.js'
import { Guard } from './sign-in/guard.js'
import './ui/base.css'

showTheme(readTheme())
followAddresses(router)

const root = document.getElementById('console')
if (root === null) throw new Error('the page has no element with the id console')
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Guard>
          <RouterProvider router={router} />
        </Guard>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
