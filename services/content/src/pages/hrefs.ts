import type { ContentRef } from '@quire/contracts'
import { isSafeUrl } from '@quire/document/plain'

/** Where references lead from: the public address, and the address that the pages of the revision lie beneath. */
export interface Location {
  publicUrl: string
  location: string
}

/** The address of what is referred to; undefined where it has none, or none that is safe to follow. */
export function hrefOf(ref: ContentRef, { publicUrl, location }: Location): string | undefined {
  const inSpace = (space: string | undefined) =>
    space === undefined ? location : `${publicUrl}/v1/spaces/${encodeURIComponent(space)}/content`
  const at = (place: string, id: string) => `${place}/${encodeURIComponent(id)}`
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
