import { type ReactNode, useEffect } from 'react'
import { classes } from './classes.js'
import styles from './page.module.css'

interface PageProps {
  /** The page's name: its heading, and the title of the tab. */
  readonly title: string
  /** Beside the heading: a count, a state. */
  readonly aside?: ReactNode
  /** Buttons for the page as a whole. */
  readonly actions?: ReactNode
  /** Whether the content takes all the room there is, up to the borders of the window. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A page with its heading. */
export function Page({ title, aside, actions, isWide = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · opsgraph`
  }, [title])
  return (
    <div className={classes(styles.page, isWide && styles.wide)}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {aside}
        <div className={styles.actions}>{actions}</div>
      </header>
      {children}
    </div>
  )
}
