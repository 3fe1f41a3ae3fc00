import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { Loading } from '../../../parts/states.tsx'
import { useWordsOf } from '../../../words/words.ts'
import styles from './settings-frame.module.css'
import { useAbilities, useOrganization } from './use-organization.ts'

/** Stands around the screens by which an organization is run; the navigation has what the person may use. */
export function SettingsFrame() {
  const words = useWordsOf('organization')
  const organization = useOrganization()
  const can = useAbilities(organization)
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const isKnown = can !== undefined
  // On a phone the entries are a line that scrolls.
  useEffect(() => {
    if (pathname && isKnown)
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname, isKnown])
  const groups = [
    {
      title: words.people,
      entries: [
        can?.isMember && (['/o/$organizationId/members', words.members] as const),
        can?.isMember && (['/o/$organizationId/teams', words.teams] as const),
      ],
    },
    {
      title: words.content,
      entries: [
        can?.writes && (['/o/$organizationId/imports', words.imports] as const),
        can?.writes && (['/o/$organizationId/templates', words.templates] as const),
        can?.isMember && (['/o/$organizationId/specifications', words.specifications] as const),
        can?.manages && (['/o/$organizationId/trash', words.trash] as const),
      ],
    },
    {
      title: words.organization,
      entries: [
        can?.isAdmin && (['/o/$organizationId/settings', words.general] as const),
        can && (['/o/$organizationId/tokens', words.tokens] as const),
        can?.isAdmin && (['/o/$organizationId/single-sign-on', words.singleSignOn] as const),
        can?.isAdmin && (['/o/$organizationId/audit-log', words.auditLog] as const),
      ],
    },
  ]
  return (
    <div className={styles.frame}>
      <nav ref={nav} className={styles.nav} aria-label={words.administration}>
        {groups.map(({ title, entries }) => {
          const shown = entries.filter((entry) => entry !== false && entry !== undefined)
          if (shown.length === 0) return null
          return (
            <div key={title} className={styles.group}>
              <h2>{title}</h2>
              {shown.map(([to, name]) => (
                <Link key={to} to={to} params={{ organizationId: organization.id }} className={styles.entry}>
                  {name}
                </Link>
              ))}
            </div>
          )
        })}
      </nav>
      <div className={styles.screen}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  )
}
