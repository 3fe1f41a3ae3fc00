import { z } from 'zod'
import { Url } from '../shared/primitives.ts'

/** How the visitors of a site prove who they are (docs/interface.md#visitors). */
export const SitePublishingAuth = z
  .strictObject({
    object: z.literal('publishing-auth'),
    backend: z.literal('custom'),
    /** Signs visitors' tokens. */
    privateKey: z.string(),
    fallbackURL: z.string().optional(),
    logoutURL: z.string().optional(),
  })
  .meta({ id: 'SitePublishingAuth' })
export type SitePublishingAuth = z.infer<typeof SitePublishingAuth>

/** Absent leaves unchanged, null clears. Integrations are not there, so the backend is always `custom`. */
export const UpdateSitePublishingAuth = z.object({
  backend: z.literal('custom', 'must be "custom": there are no integrations').optional(),
  fallbackURL: Url.nullable().optional(),
  logoutURL: Url.nullable().optional(),
})

/** What a visitor's system says of them, or what a preview assumes, as Rison or JSON. */
export const PreviewClaims = z.string().max(4096)
