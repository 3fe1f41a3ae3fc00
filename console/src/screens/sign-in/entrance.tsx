import type { ReactNode } from 'react'
import { base } from '../../page.ts'
import { announceSignIn } from '../../parts/drafts.ts'
import { addressInside } from '../../parts/inside.ts'
import { Logo } from '../../parts/logo.tsx'
import { storedNext, storeNext } from '../../parts/stored-next.ts'
import { useTitle } from '../../parts/use-title.ts'
import styles from './sign-in.module.css'

/** The frame of the screens before somebody is signed in. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return (
    <main className={styles.entrance}>
      <div className={styles.card}>
        <Logo />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}

const maxPath = 2000

/** Returns the path of the console that somebody wanted to go to, as the server takes it; undefined if it is none. */
export function wantedPath(next: string | undefined): string | undefined {
  const path = addressInside(next ?? '', { origin: location.origin, base })?.slice(location.origin.length)
  return path !== undefined && path.length <= maxPath && !path.startsWith('//') ? path : undefined
}

/**
 * Opens the console anew as the person who has just signed in, here and in the other tabs: their session has a key of its
 * own, which only a new page can get. `next` is where they wanted to go; anything but a path of the console leads home.
 */
export function enter(next: string | undefined) {
  announceSignIn()
  location.assign(addressInside(next ?? '', { origin: location.origin, base }) ?? `${base}/`)
}

/** Opens the console as `enter` does, at what was remembered for this way of signing in. */
export function enterStored(way: string) {
  const next = storedNext(way)
  storeNext(way, undefined)
  enter(next)
}

/** The name under which a path is remembered while the OpenID Connect provider signs somebody in. */
export const openId = 'oidc'
