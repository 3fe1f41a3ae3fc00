import { faBars } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { whenSignedOut } from '../api/client.ts'
import { spaceQuery } from '../api/queries.ts'
import { IconButton } from '../parts/button.tsx'
import { Loading } from '../parts/states.tsx'
import { useWords } from '../words/words.ts'
import styles from './frame.module.css'
import { SideEdge } from './side-edge.tsx'
import { Sidebar } from './sidebar.tsx'
import { runningTour, watchTour } from './tour-progress.ts'

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
  const [out, setOut] = useState<'dialog' | 'line'>()
  // Opens the dialog once: each refused request would interrupt whoever has closed it to copy a text.
  useEffect(() => whenSignedOut(() => setOut((shown) => shown ?? 'dialog')), [])
  const tour = useSyncExternalStore(watchTour, runningTour)
  const { pathname } = useLocation()
  // A link in the menu of a phone leads to its screen, and closes the menu.
  useEffect(() => {
    if (pathname) setMenuOpen(false)
  }, [pathname])
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setSearching(true)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  const sidebar = organizationId && <Sidebar organizationId={organizationId} onSearch={() => setSearching(true)} />
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <section className={styles.side} aria-label={words.menu}>
        {sidebar}
        <SideEdge />
      </section>
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
      {tour && (
        <Suspense>
          <Tour stage={tour} />
        </Suspense>
      )}
      {out && (
        <Suspense>
          <SignedOut isOpen={out === 'dialog'} onClose={() => setOut('line')} />
        </Suspense>
      )}
    </div>
  )
}

const lastOrganization = 'quire-organization'

/**
 * Returns the organization of the screen: of its path, of its space, else the one that was open last, so that the way out
 * of a space that cannot be read is there. Undefined while the space is being read.
 */
function useOrganizationId(): string | undefined {
  const { organizationId, spaceId } = useParams({ strict: false })
  const space = useQuery({ ...spaceQuery(spaceId ?? ''), enabled: spaceId !== undefined })
  const current = organizationId ?? space.data?.organization
  useEffect(() => {
    if (current) localStorage.setItem(lastOrganization, current)
  }, [current])
  // Counted, because the query is no error any more while it is read again, which each part of the frame has done at its start.
  const cannotBeRead = space.errorUpdateCount > 0
  return current ?? (spaceId === undefined || cannotBeRead ? storedOrganization() : undefined)
}

/** Returns the organization that was open last on this device. */
export const storedOrganization = () => localStorage.getItem(lastOrganization) ?? undefined
