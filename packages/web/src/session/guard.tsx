import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from '../ui/failure.js'
import { Loading } from '../ui/loading.js'
import { isLetIn } from './check-key.js'
import { SignIn } from './sign-in.js'
import { useSession } from './use-session.js'

/** Shows the console to who has a key, and to everybody where the server asks for none. */
export function Guard({ children }: { readonly children: ReactNode }) {
  const { key, isRefused } = useSession()
  const open = useQuery({
    queryKey: ['is-open'],
    queryFn: () => isLetIn(undefined),
    enabled: key === undefined && !isRefused,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (key !== undefined || open.data === true) return children
  if (open.isLoading) return <Loading what="the server" />
  if (open.error) return <Failure error={open.error} onRetry={() => open.refetch()} />
  return <SignIn isRefused={isRefused} />
}
