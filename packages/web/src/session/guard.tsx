import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from '../ui/failure.js'
import { Loading } from '../ui/loading.js'
import { isLetIn } from './check-key.js'
import { SignIn } from './sign-in.js'
import { SignInAgain } from './sign-in-again.js'
import { UseAnotherKey } from './use-another-key.js'
import { useSession } from './use-session.js'

/**
 * Shows the console to who has a key, and to everybody where the server asks for none. When a key is refused that was
 * good until now, the page stays below the question for another one.
 */
export function Guard({ children }: { readonly children: ReactNode }) {
  const { key, isRefused, isChanging } = useSession()
  const open = useQuery({
    queryKey: ['is-open'],
    queryFn: () => isLetIn(undefined),
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
