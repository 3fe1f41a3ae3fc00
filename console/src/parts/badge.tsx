import type { IconDefinition } from '@fortawesome/free-solid-svg-icons'
import styles from './badge.module.css'
import { Icon } from './icon.tsx'

interface BadgeProps {
  kind?: 'plain' | 'info' | 'success' | 'warning' | 'danger' | 'primary'
  icon?: IconDefinition | undefined
  children: string
}

/** A state in a word. */
export const Badge = ({ kind = 'plain', icon, children }: BadgeProps) => (
  <span className={`${styles.badge} ${styles[kind]}`}>
    {icon && <Icon icon={icon} />}
    {children}
  </span>
)
