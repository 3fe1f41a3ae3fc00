import { faBars } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { whenSignedOut } from '../api/client.ts'
import { spaceQuery } from '../api/queries.ts'
import { IconButton } from '../parts/button.tsx'
import { Loading } from '../parts/states.tsx'
import { useWords } from '../words/words.ts'
import styles from './frame.module.css'
import { Sidebar } from './sidebar.tsx'

const Palette = lazy(() => import('./palette.tsx'))
const Drawer = lazy(() => import('./drawer.tsx'))
const SignedOut = lazy(() => import('./signed-out.tsx'))
const Tour = lazy(() => import('./tour.tsx'))

/** Stands around all screens of somebody who is signed in: navigation at the side, the screen beside it. */
export function Frame() {
  const words = useWords()
  const organizationId = useOrganizationId()
  const [isSearching, setSearching] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isOut, setOut] = useState(false)
  useEffect(() => whenSignedOut(() => setOut(true)), [])
  const [isTouring, setTouring] = useState('quire-tour' in localStorage)
  useEffect(() => listen('quire-tour', () => setTouring(true)), [])
  const { pathname } = useLocation()
  // A link in the menu of a phone leads to its screen, and closes the menu.
  useEffect(() => {
    if (pathname) setMenuOpen(false)
  }, [pathname])
  useEffect(
    () =>
      listen('keydown', (event) => {
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        setSearching(true)
      }),
    [],
  )
  const sidebar = organizationId && <Sidebar organizationId={organizationId} onSearch={() => setSearching(true)} />
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <div className={styles.side}>{sidebar}</div>
      <div className={styles.phoneBar}>
        <IconButton icon={faBars} label={words.menu} aria-expanded={isMenuOpen} onClick={() => setMenuOpen(true)} />
      </div>
      {isMenuOpen && (
        <Suspense>
          <Drawer onClose={() => setMenuOpen(false)}>{sidebar}</Drawer>
        </Suspense>
      )}
      <div className={styles.screen} id="content" tabIndex={-1}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </div>
      {isSearching && organizationId && (
        <Suspense>
          <Palette organizationId={organizationId} onClose={() => setSearching(false)} />
        </Suspense>
      )}
      {isTouring && (
        <Suspense>
          <Tour />
        </Suspense>
      )}
      {isOut && (
        <Suspense>
          <SignedOut onClose={() => setOut(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Calls back on each event of this name; only that of a key is given. Returns a function that stops that. */
function listen(name: 'keydown' | 'quire-tour', listener: (event: KeyboardEvent) => void) {
  addEventListener(name as 'keydown', listener)
  return () => removeEventListener(name as 'keydown', listener)
}

const lastOrganization = 'quire-organization'

/** Returns the organization of the screen: of its path, of its space, else the one that was open last. */
function useOrganizationId(): string | undefined {
  const { organizationId, spaceId } = useParams({ strict: false })
  const space = useQuery({ ...spaceQuery(spaceId ?? ''), enabled: spaceId !== undefined })
  const current = organizationId ?? space.data?.organization
  useEffect(() => {
    if (current) localStorage.setItem(lastOrganization, current)
  }, [current])
  return current ?? (spaceId ? undefined : storedOrganization())
}

/** Returns the organization that was open last on this device. */
export const storedOrganization = () => localStorage.getItem(lastOrganization) ?? undefined
