import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from './button.js'
import styles from './loaded.module.css'
import { Failure, Loading, Notice } from './message.js'

interface LoadedProps<Answer> {
  readonly query: Pick<UseQueryResult<Answer>, 'data' | 'error' | 'refetch'>
  /** What is read, such as `the webhook`. */
  readonly what: string
  /** The title of the error if there is no answer, such as `The webhook cannot be shown`. */
  readonly failed?: string
  /** The title of the error if the last answer is still shown. */
  readonly outdated?: string
  readonly children?: (answer: Answer) => ReactNode
}

/**
 * Shows the answer of a query. While the first answer is awaited, shows a message; after an error, shows the error, and
 * below it the last answer.
 */
export function Loaded<Answer>(props: LoadedProps<Answer>) {
  const { query, what, failed, outdated = 'This page may be outdated', children } = props
  const { data, error, refetch } = query
  return (
    <>
      {error && <Failure error={error} what={data === undefined ? failed : outdated} onRetry={() => refetch()} />}
      {data === undefined && !error && <Loading what={what} />}
      {data !== undefined && children?.(data)}
    </>
  )
}

/** A page of a list, as the API answers it. */
interface ListPage {
  /** The number of items on all pages. */
  readonly total: number
  /** The number of this page; the first one is 1. */
  readonly page: number
  readonly pages: number
}

interface ListingProps<Answer extends ListPage> extends Pick<LoadedProps<Answer>, 'query' | 'what'> {
  /** Shown if the list has no items. */
  readonly empty: ReactNode
  /** Opens another page. Default: writes its number to the address. */
  readonly onPage?: (page: number) => void
  readonly children: (answer: Answer) => ReactNode
}

/** A page of a list, with the buttons for its other pages, and with the errors of its requests. */
export function Listing<Answer extends ListPage>({ query, what, empty, onPage, children }: ListingProps<Answer>) {
  const [, turn] = usePageNumber()
  return (
    <Loaded query={query} what={what}>
      {(answer) => (
        <>
          {answer.total === 0 && empty}
          {answer.total > 0 && answer.page <= answer.pages && children(answer)}
          <Pager {...answer} onPage={onPage ?? turn} />
        </>
      )}
    </Loaded>
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

interface PagerProps extends ListPage {
  readonly onPage: (page: number) => void
}

/**
 * Buttons for the pages of a list. If the current page is beyond the last page, a button leads to the last page. If
 * there is only one page, nothing is shown.
 */
export function Pager({ total, page, pages, onPage }: PagerProps) {
  if (total === 0 || (pages <= 1 && page === 1)) return null
  if (page > pages) {
    return (
      <Notice actions={<Button onClick={() => onPage(pages)}>Go to the last page</Button>}>
        There is no page {page.toLocaleString()}: the last one is page {pages.toLocaleString()}.
      </Notice>
    )
  }
  return (
    <nav className={styles.pager} aria-label="Pages">
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span>
        Page {page} of {pages}, {total} in all
      </span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
