import { Id, siteTokenSeconds, VisitorClaims } from '@quire/contracts'
import { z } from 'zod'
import type { SiteSigner } from '../signing/site-signer.ts'

/** Not the audience of any other token, so that a preview's address opens nothing but the preview. */
const audience = 'quire-site-preview'

/** A member's look at a site as its visitors see it. */
const Preview = z.object({
  site: Id,
  user: Id,
  /** The access token that it was made with, and ends with. */
  token: z.string().optional(),
  claims: VisitorClaims,
})
type Preview = z.infer<typeof Preview>

/** The token of an address at which the member sees the site for an hour. */
export function signPreview(signer: SiteSigner, preview: Preview, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000)
  return signer.sign({ ...preview, iat, exp: iat + siteTokenSeconds }, audience)
}

/** Undefined for anything that is no token of a preview that still lasts. */
export const readPreview = (signer: SiteSigner, token: string): Preview | undefined =>
  Preview.safeParse(signer.read(token, audience)).data
