import { Button } from './button.js'
import styles from './pager.module.css'

interface PagerProps {
  /** As lists of the API answer them; pages count from 1. */
  readonly total: number
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

/** Leads from page to page of a list; of a single page it says nothing. */
export function Pager({ total, page, pages, onPage }: PagerProps) {
  if (pages <= 1 && page === 1) return null
  return (
    <nav className={styles.pager} aria-label="Pages">
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span>
        Page {page} of {Math.max(1, pages)}, {total} in all
      </span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
