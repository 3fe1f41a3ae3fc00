import { z } from 'zod'
import { Id } from '../shared/primitives.ts'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'

/** A site's own host. DNS allows no longer names, and no site is at the top of a domain (docs/adr/0021). */
export const SiteHostname = z
  .string()
  .max(253)
  .regex(
    new RegExp(`^(?:${label}[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$`),
    'must be a hostname in small letters, such as docs.example.com; other alphabets in their xn-- form',
  )

/** Results of the latest DNS check. */
const hostnameStatuses = ['dns_passed', 'dns_wrong_cname', 'dns_no_cname', 'internal_error'] as const
export type HostnameStatus = (typeof hostnameStatuses)[number]

/** A host for a site (docs/interface.md#hostnames). */
export const CustomHostname = z
  .strictObject({
    object: z.literal('custom-hostname'),
    hostname: z.string(),
    target: z.strictObject({ type: z.literal('site'), site: Id }),
    /** False if the hostname is verified for another site. */
    isActive: z.boolean(),
    /** Absent until the first DNS check. */
    status: z.enum(hostnameStatuses).optional(),
    /** DNS records that prove ownership; either is enough. `cname` is present if the installation has a name to point at. */
    dns: z.strictObject({
      cname: z.string().optional(),
      txt: z.strictObject({ name: z.string(), value: z.string() }),
    }),
    urls: z.strictObject({ location: z.string() }),
  })
  .meta({ id: 'CustomHostname' })
export type CustomHostname = z.infer<typeof CustomHostname>
