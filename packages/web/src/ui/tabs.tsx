import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

interface TabsProps {
  /** What the tabs are about, for screen readers. */
  readonly label: string
  readonly tabs: readonly { readonly id: string; readonly label: ReactNode; readonly content: ReactNode }[]
  /** The id of the open tab, if the page decides which tab is open. Otherwise the first tab is open at first. */
  readonly open?: string
  readonly onOpen?: (id: string) => void
}

/** Tabs, of which exactly one is open. */
export function Tabs({ label, tabs, open, onOpen }: TabsProps) {
  return (
    <Base.Root
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
