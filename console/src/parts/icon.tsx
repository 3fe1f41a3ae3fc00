import type { IconDefinition } from '@fortawesome/free-solid-svg-icons'
import styles from './icon.module.css'

interface IconProps {
  icon: Pick<IconDefinition, 'icon'>
  className?: string | undefined
}

/** Draws an icon of Font Awesome Free (icons CC BY 4.0, code MIT), which sites use too. Screen readers skip it. */
export function Icon({ icon, className = '' }: IconProps) {
  const [width, height, , , path] = icon.icon
  return (
    <svg className={`${styles.icon} ${className}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path fill="currentColor" d={Array.isArray(path) ? path.join(' ') : path} />
    </svg>
  )
}
