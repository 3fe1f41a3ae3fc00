import { type RefObject, useEffect, useRef } from 'react'
import type { EditedPage } from './edited-page.ts'

/** After this time without a key the page is saved. */
const pauseMs = 900
/** Somebody who types without a pause has the page saved after this time. */
const maxUnsavedMs = 10_000
/** A failed save is repeated after this time. */
const retryMs = 4000
/** While nobody types, this often it is looked whether somebody else has changed the page. */
const lookEveryMs = 10_000

/** A refused page is not sent again until somebody changes it; a failed one is. */
export type Saving = 'saved' | 'typing' | 'saving' | 'failed' | 'refused'

/** Returns the milliseconds from a key to the save, for a page that has not been saved since `unsavedForMs`. */
export const waitAfterKey = (unsavedForMs: number) => Math.max(0, Math.min(pauseMs, maxUnsavedMs - unsavedForMs))

interface Work {
  /** Saves the page; `isLast` says that the tab may be closed at once. */
  save: RefObject<(isLast?: boolean) => Promise<void>>
  /** Takes over what somebody else has saved. */
  look: RefObject<() => Promise<void>>
}

/** Decides when a page is saved, and when it is looked for changes of others; `own` is the page after each key. */
export function useSaveTimes(saving: Saving, own: EditedPage, { save, look }: Work): void {
  const unsavedSince = useRef<number>(undefined)
  useEffect(() => {
    if (saving !== 'typing' && saving !== 'failed') {
      unsavedSince.current = undefined
      return
    }
    unsavedSince.current ??= Date.now()
    const waitMs = saving === 'failed' ? retryMs : waitAfterKey(Date.now() - unsavedSince.current)
    const timer = setTimeout(() => void save.current(), waitMs)
    return () => clearTimeout(timer)
    // Every key begins the pause again.
  }, [saving, own, save])
  useEffect(() => {
    if (saving !== 'saved') return
    // A look that fails is repeated at the next turn, and saving reads the page too.
    const onTurn = () => void look.current().catch(() => undefined)
    const timer = setInterval(onTurn, lookEveryMs)
    document.addEventListener('visibilitychange', onTurn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onTurn)
    }
  }, [saving, look])
  // A tab that is hidden or left may never run again.
  useEffect(() => {
    const onLeave = () => void save.current(true)
    const onTurn = () => document.hidden && onLeave()
    document.addEventListener('visibilitychange', onTurn)
    addEventListener('pagehide', onLeave)
    return () => {
      document.removeEventListener('visibilitychange', onTurn)
      removeEventListener('pagehide', onLeave)
    }
  }, [save])
}
