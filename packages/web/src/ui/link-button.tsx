import { Link } from 'react-router'
import styles from './button.module.css'
import { classes } from './classes.js'
import { Icon, type IconName } from './icon.js'

interface LinkButtonProps {
  readonly to: string
  readonly variant?: 'primary' | 'plain'
  readonly icon?: IconName
  readonly children: string
}

/** A link that looks like a button. */
export function LinkButton({ to, variant = 'plain', icon, children }: LinkButtonProps) {
  return (
    <Link to={to} className={classes(styles.button, styles[variant])}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}
