import { type ReactNode, useEffect } from 'react'
import { classes } from './classes.js'
import { DataAge } from './data-age.js'
import styles from './page.module.css'

interface PageProps {
  /** The heading of the page, which is also the title of the browser tab. */
  readonly title: string
  /** Content beside the heading, such as a count or a state. */
  readonly aside?: ReactNode
  /** Buttons whose actions concern the whole page. */
  readonly actions?: ReactNode
  /** Whether the content fills the window without margins. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A page with its heading. If the page requests its data again and again, the heading says how old they are. */
export function Page({ title, aside, actions, isWide = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · opsgraph`
  }, [title])
  return (
    <div className={classes(styles.page, isWide && styles.wide)}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {aside}
        <div className={styles.actions}>
          <DataAge />
          {actions}
        </div>
      </header>
      {children}
    </div>
  )
}
