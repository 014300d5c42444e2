import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.js'
import { joinClasses } from './join-classes.js'

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is for the main action, `danger` for deleting something, and `quiet` has no border. */
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined
  readonly icon?: IconName | undefined
  /** Whether the action of the button is running. The button is then disabled. */
  readonly isBusy?: boolean | undefined
}

export function Button({ variant = 'plain', icon, isBusy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={joinClasses(styles.button, styles[variant], className)}
      disabled={rest.disabled === true || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? <span className={styles.spinner} /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  /** The action of the button, which is its accessible name and its tooltip. */
  readonly label: string
  readonly icon: IconName
}

/** A button that shows only an icon. */
export function IconButton({ label, variant = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      className={joinClasses(styles.square, className)}
      aria-label={label}
      title={label}
    />
  )
}

interface LinkButtonProps {
  readonly to: string
  readonly variant?: 'primary' | 'plain'
  readonly icon?: IconName
  readonly children: string
}

/** A link that looks like a button. */
export function LinkButton({ to, variant = 'plain', icon, children }: LinkButtonProps) {
  return (
    <Link to={to} className={joinClasses(styles.button, styles[variant])}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

/** The link to the page that creates an object. */
export function NewLink({ to, children }: Pick<LinkButtonProps, 'to' | 'children'>) {
  return (
    <LinkButton to={to} variant="primary" icon="plus">
      {children}
    </LinkButton>
  )
}
