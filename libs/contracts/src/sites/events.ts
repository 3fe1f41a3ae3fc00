import { z } from 'zod'
import { noun } from '../event.ts'
import { Id } from '../shared/primitives.ts'

const version = z.number().int()

export const SiteState = z.object({
  id: Id,
  version,
  organizationId: Id,
  title: z.string(),
  /** Of an internal site `visitor-auth`, which earlier releases know and which opens nothing to anybody there. */
  visibility: z.enum(['public', 'unlisted', 'share-link', 'visitor-auth']),
  /** True for an internal site, whose visibility is `members`. */
  internal: z.boolean().default(false),
  published: z.boolean(),
  /** Absolute address for visitors, even if the site is not live. */
  address: z.string(),
  agentsContext: z.enum(['included', 'excluded']),
  /** Increased when the audience shrinks: site tokens with an earlier generation have ended. */
  generation: z.number().int().default(0),
})
export const site = noun('sites', 'site', {
  state: SiteState,
  key: (state) => state.id,
  access: true,
  sample: {
    id: 'sit',
    version: 1,
    organizationId: 'org',
    title: 'Docs',
    visibility: 'public',
    internal: false,
    published: true,
    address: 'http://localhost:4000/sites/sit',
    agentsContext: 'included',
    generation: 1,
  },
})

export const SiteSpaceState = z.object({
  id: Id,
  version,
  organizationId: Id,
  siteId: Id,
  spaceId: Id,
  path: z.string(),
  /** The part of the address after the site's; null in events of earlier releases, where the path applies. */
  address: z.string().nullable().default(null),
  /** The conditions of its section and of itself; visitors see it only if all are met. */
  conditions: z.array(z.string()).default([]),
})
export const siteSpace = noun('sites', 'site-space', {
  state: SiteSpaceState,
  key: (state) => state.id,
  access: true,
  sample: {
    id: 'ssp',
    version: 1,
    organizationId: 'org',
    siteId: 'sit',
    spaceId: 'spc',
    path: 'manual',
    address: 'manual',
    conditions: [],
  },
})

export const ShareLinkState = z.object({
  id: Id,
  version,
  organizationId: Id,
  siteId: Id,
  /** Hash of the key in the link's address, which is a secret. */
  keyHash: z.string(),
  active: z.boolean(),
})
export const shareLink = noun('sites', 'share-link', {
  state: ShareLinkState,
  key: (state) => state.id,
  access: true,
  sample: { id: 'lnk', version: 1, organizationId: 'org', siteId: 'sit', keyHash: 'hash', active: true },
})

export const sitesNouns = [site, siteSpace, shareLink]
