import type { ContentRef } from '@quire/document'
import { isSafeUrl } from '@quire/document/plain'
import type { LinkTarget } from './printed.ts'

/** The targets of a print's links: places in the print, where these are printed, else addresses. */
export interface PrintLocations {
  /** Names a page's beginning, or a heading in it; undefined if it has a name already. */
  add(page: string, anchor?: string): string | undefined
  /** The target of a reference on a page. `settle` completes it, since its place may be printed later. */
  to(ref: ContentRef, page: string): LinkTarget | undefined
  settle(): void
  /** Drops the headings of a page that are not printed. */
  drop(page: string): void
}

/** The address of a reference; undefined if it has none. */
export type HrefOf = (ref: ContentRef) => string | undefined

/** Addresses that can be followed from paper: relative ones cannot. */
const absolute = /^(https?:\/\/|mailto:|tel:)/i

export function createLocations(spaceId: string, hrefOf: HrefOf): PrintLocations {
  const addressOf = (ref: ContentRef) => {
    const href = hrefOf(ref)
    return href !== undefined && absolute.test(href) && isSafeUrl(href) ? href : undefined
  }
  const names = new Map<string, string>()
  let named = 0
  const open: { target: { url?: string; place?: string }; keys: string[] }[] = []
  const keyOf = (page: string, anchor?: string) => (anchor === undefined ? page : `${page}#${anchor}`)
  return {
    add(page, anchor) {
      const key = keyOf(page, anchor)
      if (names.has(key)) return undefined
      named += 1
      const name = `place-${named}`
      names.set(key, name)
      return name
    },
    to(ref, page) {
      const isHere = !('space' in ref) || ref.space === undefined || ref.space === spaceId
      const at = isHere && (ref.kind === 'anchor' || ref.kind === 'page') ? (ref.page ?? page) : undefined
      const url = addressOf(ref.kind === 'anchor' && at !== undefined ? { ...ref, page: at } : ref)
      if (at === undefined) return url === undefined ? undefined : { url }
      const target = { url: url ?? '' }
      open.push({ target, keys: ref.kind === 'anchor' ? [keyOf(at, ref.anchor), at] : [at] })
      return target
    },
    settle() {
      for (const { target, keys } of open) {
        const place = keys.map((key) => names.get(key)).find((name) => name !== undefined)
        if (place === undefined) continue
        delete target.url
        target.place = place
      }
    },
    drop(page) {
      for (const key of names.keys()) if (key.startsWith(keyOf(page, ''))) names.delete(key)
    },
  }
}
