import { z } from 'zod'
import { Url } from '../shared/primitives.ts'

/** The authentication of a site's visitors (docs/interface.md#visitors). */
export const SitePublishingAuth = z
  .strictObject({
    object: z.literal('publishing-auth'),
    backend: z.literal('custom'),
    /** Key that signs visitors' tokens. */
    privateKey: z.string(),
    fallbackURL: z.string().optional(),
    logoutURL: z.string().optional(),
  })
  .meta({ id: 'SitePublishingAuth' })
export type SitePublishingAuth = z.infer<typeof SitePublishingAuth>

/** Absent fields stay unchanged, null clears. Quire has no integrations, so the backend is always `custom`. */
export const UpdateSitePublishingAuth = z.object({
  backend: z.literal('custom', 'must be "custom": there are no integrations').optional(),
  fallbackURL: Url.nullable().optional(),
  logoutURL: Url.nullable().optional(),
})

/** Claims about a visitor, or claims that a preview assumes, as Rison or JSON. */
export const PreviewClaims = z.string().max(4096)
