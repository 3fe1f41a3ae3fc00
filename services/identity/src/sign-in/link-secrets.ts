import { hash, randomBytes } from 'node:crypto'

/** Returns a new secret of a link. */
export const newLinkSecret = (): string => randomBytes(32).toString('base64url')

/** Returns the hash of a link's secret, by which it is found. */
export const linkHash = (secret: string): string => hash('sha256', secret, 'base64url')
