import { z } from 'zod'
import { Id } from '../shared/primitives.ts'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'

/** A host of a site's own. DNS knows no longer names, and no site is at the top of a domain (docs/adr/0067). */
export const SiteHostname = z
  .string()
  .max(253)
  .regex(
    new RegExp(`^(?:${label}[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$`),
    'must be a hostname in small letters, such as docs.example.com; other alphabets in their xn-- form',
  )

/** What the last look at DNS found. */
const hostnameStatuses = ['dns_passed', 'dns_wrong_cname', 'dns_no_cname', 'internal_error'] as const
export type HostnameStatus = (typeof hostnameStatuses)[number]

/** A host that a site is to be read at (docs/interface.md#hostnames). */
export const CustomHostname = z
  .strictObject({
    object: z.literal('custom-hostname'),
    hostname: z.string(),
    target: z.strictObject({ type: z.literal('site'), site: Id }),
    /** False where the hostname is verified for another site. */
    isActive: z.boolean(),
    /** Absent until DNS was asked. */
    status: z.enum(hostnameStatuses).optional(),
    /** The records that prove it: either is enough. There is a name to point at where the installation has one. */
    dns: z.strictObject({
      cname: z.string().optional(),
      txt: z.strictObject({ name: z.string(), value: z.string() }),
    }),
    urls: z.strictObject({ location: z.string() }),
  })
  .meta({ id: 'CustomHostname' })
export type CustomHostname = z.infer<typeof CustomHostname>
