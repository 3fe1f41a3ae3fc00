import type { ContentRef } from '@quire/contracts'
import { isSafeUrl } from '@quire/document/plain'

/** The public address, and the base address of the revision's content, which references are relative to. */
export interface Location {
  publicUrl: string
  location: string
}

/** Returns the address of a reference; undefined if there is none or it is unsafe. */
export function hrefOf(ref: ContentRef, { publicUrl, location }: Location): string | undefined {
  const inSpace = (space: string | undefined) =>
    space === undefined ? location : `${publicUrl}/v1/spaces/${encodeURIComponent(space)}/content`
  const at = (base: string, id: string) => `${base}/${encodeURIComponent(id)}`
  switch (ref.kind) {
    case 'url':
      return isSafeUrl(ref.url) ? ref.url : undefined
    case 'page':
      return at(`${inSpace(ref.space)}/page`, ref.page)
    case 'anchor':
      return ref.page && `${at(`${inSpace(ref.space)}/page`, ref.page)}#${encodeURIComponent(ref.anchor)}`
    case 'file':
      return at(`${location}/files`, ref.file)
    case 'reusable-content':
      return at(`${inSpace(ref.space)}/reusable-contents`, ref.reusableContent)
    case 'space':
      return at(`${publicUrl}/v1/spaces`, ref.space)
    case 'collection':
      return at(`${publicUrl}/v1/collections`, ref.collection)
    case 'user':
      return at(`${publicUrl}/v1/users`, ref.user)
    case 'openapi':
      return undefined
  }
}

/** Cuts the query and fragment off an address: a query may hold a secret of whoever entered the address. */
export const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '')
