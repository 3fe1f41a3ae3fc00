import type { EditedPage } from './edited-page.ts'
import { mergeTexts } from './merge-texts.ts'

/** A page as somebody has typed it, which the server has not acknowledged, with the page that it was derived from. */
export interface Unsaved {
  base: EditedPage
  own: EditedPage
}

type Store = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

/** The place of one editor on this device. */
interface UnsavedPage {
  /** The pages that earlier editors have left, merged; undefined if there are none. */
  left: Unsaved | undefined
  /** Takes over what is left, so that the next editor does not take it too. */
  takeOver(): void
  keep(unsaved: Unsaved): void
  forget(): void
}

/**
 * Opens a place for an editor of a page of a change request. Each has its own, because two tabs with the same page would
 * otherwise replace or forget what the other has not saved yet.
 */
export function openUnsavedPage(changeRequestId: string, pageId: string, store: Store): UnsavedPage {
  const prefix = `quire-page/${changeRequestId}/${pageId}`
  const name = `${prefix}/${Math.random().toString(36).slice(2)}`
  const found = namesOf(store)
    .filter((one) => one.startsWith(prefix))
    .map((one) => ({ name: one, text: store.getItem(one) }))
  const left = found.flatMap(({ text }) => parsed(text) ?? []).reduce<Unsaved | undefined>(together, undefined)

  /** True if the device has room for it; the server has it after the pause all the same. */
  function keep(unsaved: Unsaved): boolean {
    try {
      store.setItem(name, JSON.stringify(unsaved))
      return true
    } catch {
      return false
    }
  }

  return {
    left,
    takeOver() {
      if (left && !keep(left)) return
      // An open tab may have gone on typing, and what it has kept since is its own.
      for (const { name, text } of found) if (store.getItem(name) === text) store.removeItem(name)
    },
    keep,
    forget: () => store.removeItem(name),
  }
}

const namesOf = (store: Store) => Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')

function together(one: Unsaved | undefined, other: Unsaved): Unsaved {
  if (!one) return other
  const title = other.own.title === other.base.title ? one.own.title : other.own.title
  return {
    base: one.base,
    own: { ...one.own, title, text: mergeTexts(other.base.text, other.own.text, one.own.text).text },
  }
}

function parsed(text: string | null): Unsaved | undefined {
  try {
    return (JSON.parse(text ?? 'null') as Unsaved | null) ?? undefined
  } catch {
    // Something else of this host stored it.
    return undefined
  }
}
