import { Button } from './button.js'
import { Notice } from './notice.js'
import styles from './pager.module.css'

interface PagerProps {
  /**
   * The number of items in the list. It comes from an answer of the API, like the current page (the first one is 1) and
   * the number of pages.
   */
  readonly total: number
  readonly page: number
  readonly pages: number
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
