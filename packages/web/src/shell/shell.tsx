import { useId, useState } from 'react'
import { NavLink, Outlet, useNavigate } from 'react-router'
import { useLiveUpdates } from '../live/live-updates.js'
import { useSession } from '../session/session.js'
import { IconButton } from '../ui/button.js'
import { Icon, Logo } from '../ui/icon.js'
import { joinClasses } from '../ui/join-classes.js'
import { AREAS } from './areas.js'
import styles from './shell.module.css'
import { ThemeSwitch } from './theme-switch.js'

/**
 * The frame of every page, which contains the navigation. In a narrow window, the navigation is a bar above the page.
 */
export function Shell() {
  const [isOpen, setOpen] = useState(false)
  useLiveUpdates()
  const navigation = useId()
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={focusContent}>
        Skip to the content
      </button>
      <header className={styles.bar}>
        <span className={styles.brand}>
          <Logo size={24} />
          opsgraph
        </span>
        <IconButton
          className={styles.toggle}
          icon={isOpen ? 'close' : 'menu'}
          label="Navigation"
          aria-expanded={isOpen}
          aria-controls={navigation}
          onClick={() => setOpen(!isOpen)}
        />
        <nav id={navigation} className={joinClasses(styles.navigation, isOpen && styles.open)} aria-label="Main">
          {AREAS.map(({ path, label, icon }) => (
            <NavLink key={path} to={`/${path}`} className={styles.link} onClick={() => setOpen(false)}>
              <Icon name={icon} />
              {label}
            </NavLink>
          ))}
          <div className={styles.foot}>
            <ThemeSwitch />
            <SignOutButton />
          </div>
        </nav>
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

function SignOutButton() {
  const { key } = useSession()
  const navigate = useNavigate()
  if (key === undefined) return null
  return <IconButton icon="sign-out" label="Sign out" onClick={() => navigate('/sign-out')} />
}

/**
 * Moves the focus to the content of the page. A link such as `#content` could not do this, because the fragment of the
 * address is the path of the page.
 */
function focusContent(): void {
  document.getElementById('content')?.focus()
}
