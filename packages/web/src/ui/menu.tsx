import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { Icon, type IconName } from './icon.js'
import styles from './menu.module.css'

export interface MenuItem {
  readonly label: string
  readonly icon?: IconName | undefined
  readonly onSelect: () => void
}

interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactElement
  readonly items: readonly MenuItem[]
}

/** A menu that opens below its button. */
export function Menu({ trigger, items }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} align="end">
          <Base.Popup className={styles.menu}>
            {items.map(({ label, icon, onSelect }) => (
              <Base.Item key={label} className={styles.item} onClick={onSelect}>
                {icon && <Icon name={icon} />}
                {label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
