import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from '../session/session.js'
import { Failure } from '../ui/failure.js'
import { Loading } from '../ui/loading.js'
import { SignInAgain, UseAnotherKey } from './key-dialogs.js'
import { isAccepted, SignIn } from './sign-in.js'

/**
 * Shows the console if the user has entered an API key, or if the server requires none; otherwise it shows the sign-in
 * page. If the server refuses the current key, the page stays open below a dialog that asks for another key.
 */
export function Guard({ children }: { readonly children: ReactNode }) {
  const { key, isRefused, isChanging } = useSession()
  const open = useQuery({
    queryKey: ['is-open'],
    queryFn: () => isAccepted(undefined),
    enabled: key === undefined && !isRefused,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (key !== undefined || isRefused || open.data === true) {
    return (
      <>
        {children}
        {isRefused && <SignInAgain />}
        {isChanging && <UseAnotherKey />}
      </>
    )
  }
  if (open.isLoading) return <Loading what="the server" />
  if (open.error) return <Failure error={open.error} onRetry={() => open.refetch()} />
  return <SignIn />
}
