import type { IconDefinition } from '@fortawesome/free-solid-svg-icons'
import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { Icon } from './icon.tsx'

interface Looks {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  icon?: IconDefinition | undefined
  /** True while the work that the button started goes on; the button does nothing then. */
  busy?: boolean
}

/** A button with a label. */
export function Button({
  kind = 'plain',
  icon,
  busy = false,
  children,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Looks) {
  return (
    <button
      {...rest}
      type={type}
      className={`${styles.button} ${styles[kind]}`}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
    >
      {icon && <Icon icon={icon} />}
      {children}
    </button>
  )
}

/** The class of a link that looks like a button. */
export const buttonClass = (kind: NonNullable<Looks['kind']> = 'plain') => `${styles.button} ${styles[kind]}`

/** A button that shows an icon alone; `label` names it. */
export function IconButton({
  icon,
  label,
  ...rest
}: ComponentProps<'button'> & { icon: IconDefinition; label: string }) {
  return (
    <button type="button" {...rest} className={styles.square} aria-label={label} title={label}>
      <Icon icon={icon} />
    </button>
  )
}
