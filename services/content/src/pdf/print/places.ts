import type { ContentRef } from '@quire/document'
import { isSafeUrl } from '@quire/document/plain'
import { hrefOf, type Location } from '../../pages/hrefs.ts'
import type { LinkTarget } from './printed.ts'

/** Where links of a print lead: to places in it, where these are printed, else to addresses. */
export interface Places {
  /** The name of a page's beginning, or of a heading in it; undefined where the place has a name already. */
  add(page: string, anchor?: string): string | undefined
  /** Where a reference on a page leads. It is settled by `settle`, since its place may be printed later. */
  to(ref: ContentRef, page: string): LinkTarget | undefined
  settle(): void
  /** The headings of a page are not printed. */
  forget(page: string): void
}

/** Of an address that leads anywhere from paper; a relative one does not. */
const absolute = /^(https?:\/\/|mailto:|tel:)/i

function addressOf(ref: ContentRef, location: Location): string | undefined {
  const href = ref.kind === 'tag' ? undefined : hrefOf(ref, location)
  return href !== undefined && absolute.test(href) && isSafeUrl(href) ? href : undefined
}

export function createPlaces(location: Location & { spaceId: string }): Places {
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
      const isHere = !('space' in ref) || ref.space === undefined || ref.space === location.spaceId
      const at = isHere && (ref.kind === 'anchor' || ref.kind === 'page') ? (ref.page ?? page) : undefined
      const url = addressOf(ref.kind === 'anchor' && at !== undefined ? { ...ref, page: at } : ref, location)
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
    forget(page) {
      for (const key of names.keys()) if (key.startsWith(keyOf(page, ''))) names.delete(key)
    },
  }
}
