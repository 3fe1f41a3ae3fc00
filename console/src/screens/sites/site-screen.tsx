import type { ReactNode } from 'react'
import { Notice } from '../../parts/states.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from './site-screen.module.css'
import { useSite } from './sites-queries.ts'

interface SiteScreenProps {
  title: string
  /** Says what the screen is for, below its title. */
  lead: string
  actions?: ReactNode
  /** True for screens that everybody who sees the site may see. */
  isForReaders?: boolean
  isWide?: boolean
  children: ReactNode
}

/** A screen of a site, with its title and what it is for. Who may not change the site is told so in place of the rest. */
export function SiteScreen({ title, lead, actions, isForReaders = false, isWide = false, children }: SiteScreenProps) {
  const words = useWordsOf('sites')
  const { site } = useSite()
  useTitle(`${title} · ${site.title}`)
  const isOpen = isForReaders || site.permissions.create
  return (
    <main className={`${styles.main} ${isWide ? styles.wide : ''}`}>
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {isOpen && actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {isOpen ? children : <Notice kind="info">{words.onlyForManagers}</Notice>}
    </main>
  )
}
