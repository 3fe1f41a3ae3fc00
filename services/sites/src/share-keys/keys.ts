import { hash, randomBytes } from 'node:crypto'
import type { Sealer } from '@quire/kit'
import type { ShareLinkRow } from './share-links.state.ts'

const keyBytes = 16

/** The key of a new share link: 128 bits that nobody can guess, the same in small and capital letters. */
export const newShareKey = () => randomBytes(keyBytes).toString('hex')

/** What a share link is found by, so that no comparison of keys takes a time that tells of them. */
export const hashOfKey = (key: string) => hash('sha256', key, 'base64url')

export const sharePlace = (linkId: string) => `share_link.${linkId}`

export const sealKey = (sealer: Sealer, linkId: string, key: string) => sealer.seal(key, sharePlace(linkId))
export const openKey = (sealer: Sealer, { id, sealed_key }: Pick<ShareLinkRow, 'id' | 'sealed_key'>) =>
  sealer.open(sealed_key, sharePlace(id))
