import { Link, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { administrationGroups, administrationScreens } from '../../../frame/administration-screens.ts'
import { Loading } from '../../../parts/states.tsx'
import { useCurrentInView } from '../../../parts/use-current-in-view.ts'
import { useWordsOf } from '../../../words/words.ts'
import styles from './settings-frame.module.css'
import { useAbilities, useOrganization } from './use-organization.ts'

/** Stands around the screens by which an organization is run; the navigation has what the person may use. */
export function SettingsFrame() {
  const words = useWordsOf('organization')
  const organization = useOrganization()
  const screens = administrationScreens(useAbilities(organization))
  // On a phone the entries are a row that scrolls.
  const nav = useCurrentInView(screens.length > 0)
  return (
    <div className={styles.frame}>
      <nav ref={nav} className={styles.nav} aria-label={words.administration}>
        {administrationGroups.map((group) => {
          const shown = screens.filter((screen) => screen.group === group)
          if (shown.length === 0) return null
          return (
            <div key={group} className={styles.group}>
              <h2>{words[group]}</h2>
              {shown.map(({ to, name }) => (
                <Link key={to} to={to} params={{ organizationId: organization.id }} className={styles.entry}>
                  {words[name]}
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
