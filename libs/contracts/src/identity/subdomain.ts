import { z } from 'zod'
import { Id } from '../shared/primitives.ts'

/** The hostname of an organization's public content, unique in the installation. */
export const Hostname = z
  .string()
  .min(3)
  .max(32)
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, 'must be lower-case letters, digits and inner hyphens')

/** The target of a hostname. */
export const Subdomain = z
  .strictObject({
    object: z.literal('subdomain'),
    subdomain: z.string(),
    target: z.strictObject({ type: z.literal('organization'), organization: Id }),
    isActive: z.boolean(),
  })
  .meta({ id: 'Subdomain' })
