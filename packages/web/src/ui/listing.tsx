import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Failure } from './failure.js'
import { Loading } from './loading.js'
import { Pager } from './pager.js'

/** A page of a list, as the API answers it. */
interface ListPage {
  /** The number of items on all pages. */
  readonly total: number
  readonly page: number
  readonly pages: number
}

interface ListingProps<Answer extends ListPage> {
  readonly query: Pick<UseQueryResult<Answer>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** What is listed, such as `the webhooks`. */
  readonly what: string
  /** Shown if the list has no items. */
  readonly empty: ReactNode
  /** Opens another page. Default: writes its number to the address. */
  readonly onPage?: (page: number) => void
  /** Shows the items of a page. */
  readonly children: (answer: Answer) => ReactNode
}

/** A page of a list, with the buttons for its other pages, and with the errors of its requests. */
export function Listing<Answer extends ListPage>({ query, what, empty, onPage, children }: ListingProps<Answer>) {
  const [, turn] = usePageNumber()
  const { data, error, isPending, refetch } = query
  return (
    <>
      {isPending && <Loading what={what} />}
      {error && <Failure error={error} what={data && 'This page may be outdated'} onRetry={() => refetch()} />}
      {data?.total === 0 && empty}
      {data !== undefined && data.total > 0 && data.page <= data.pages && children(data)}
      {data !== undefined && <Pager {...data} onPage={onPage ?? turn} />}
    </>
  )
}

/** Returns the number of the page in the address, and a function that changes it. */
export function usePageNumber(): readonly [number, (page: number) => void] {
  const [search, setSearch] = useSearchParams()
  const setPage = (page: number) =>
    setSearch((before) => {
      before.set('page', String(page))
      return before
    })
  return [Number(search.get('page') ?? 1) || 1, setPage]
}
