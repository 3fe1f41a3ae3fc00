import type { ReactNode } from 'react'
import styles from './screen.module.css'
import { useTitle } from './use-title.ts'

interface ScreenProps {
  /** The title of the screen and of the browser's tab. */
  title: string
  /** The title where it has more than words. */
  heading?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** True if the content has the whole breadth. */
  isWide?: boolean
}

/** A screen: a bar with its title and actions, and the content below. */
export function Screen({ title, heading, actions, children, isWide = false }: ScreenProps) {
  useTitle(title)
  return (
    <>
      <header className={styles.bar}>
        <h1>{heading ?? title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <main className={`${styles.main} ${isWide ? styles.wide : ''}`}>{children}</main>
    </>
  )
}

interface SectionProps {
  title: string
  /** Stands at the end of the line of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of a screen under a heading of its own. */
export const Section = ({ title, aside, children }: SectionProps) => (
  <section className={styles.section}>
    <header>
      <h2>{title}</h2>
      {aside}
    </header>
    {children}
  </section>
)
