import type { ReactNode } from 'react'
import { base } from '../../page.ts'
import { addressInside } from '../../parts/inside.ts'
import { Logo } from '../../parts/logo.tsx'
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
 * Opens the console anew as the person who has just signed in: their session has a key of its own, which only a new page
 * can get. `next` is where they wanted to go; anything but a path of the console leads home.
 */
export function enter(next: string | undefined) {
  location.assign(addressInside(next ?? '', { origin: location.origin, base }) ?? `${base}/`)
}

const storedNext = 'quire-next'

/** Remembers where somebody wanted to go while a provider signs them in, in this tab alone. */
export const storeNext = (next: string | undefined) =>
  next === undefined ? sessionStorage.removeItem(storedNext) : sessionStorage.setItem(storedNext, next)

/** Opens the console as `enter` does, at what `storeNext` remembered. */
export function enterStored() {
  const next = sessionStorage.getItem(storedNext) ?? undefined
  storeNext(undefined)
  enter(next)
}
