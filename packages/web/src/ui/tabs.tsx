import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

interface TabsProps {
  /** What the tabs are about, for those who do not see them. */
  readonly label: string
  readonly tabs: readonly { readonly id: string; readonly label: ReactNode; readonly content: ReactNode }[]
  /** The tab that is open, where the page keeps that itself; else the first one is at the start. */
  readonly open?: string
  readonly onOpen?: (id: string) => void
}

/** Views of one thing, one at a time. */
export function Tabs({ label, tabs, open, onOpen }: TabsProps) {
  return (
    <Base.Root
      className={styles.tabs}
      {...(open === undefined ? { defaultValue: tabs[0]?.id } : { value: open })}
      onValueChange={(id) => onOpen?.(String(id))}
    >
      <Base.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.id} value={tab.id} className={styles.tab}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ id, content }) => (
        <Base.Panel key={id} value={id} className={styles.panel}>
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
