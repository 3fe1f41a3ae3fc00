import { z } from 'zod'
import { Id } from '../shared/primitives.ts'

/** The name under which an organization's public content is found, unique in the installation. */
export const Hostname = z
  .string()
  .min(3)
  .max(32)
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, 'must be lower-case letters, digits and inner hyphens')

/** Where a hostname leads. */
export const Subdomain = z
  .strictObject({
    object: z.literal('subdomain'),
    subdomain: z.string(),
    target: z.strictObject({ type: z.literal('organization'), organization: Id }),
    isActive: z.boolean(),
  })
  .meta({ id: 'Subdomain' })
