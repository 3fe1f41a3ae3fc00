import { z } from 'zod'
import { Id, Timestamp, Url } from '../shared/primitives.ts'

/** How a person signed in. */
const SignInMethod = z.enum(['mail', 'link', 'oidc', 'saml', 'passkey']).meta({ id: 'SignInMethod' })
export type SignInMethod = z.infer<typeof SignInMethod>

/** A sign-in of a person in one browser. */
export const Session = z
  .strictObject({
    object: z.literal('session'),
    id: Id,
    method: SignInMethod,
    device: z.string().describe('The browser and its system, as the browser names them.'),
    address: z.string().optional().describe('The address of the network at which the person signed in.'),
    organization: Id.optional().describe('The only organization that the session opens, if it is limited to one.'),
    isCurrent: z.boolean().describe('True for the session that asks.'),
    createdAt: Timestamp,
    usedAt: Timestamp.describe('When it was last used, to five minutes.'),
    expiresAt: Timestamp,
    urls: z.strictObject({ location: Url }),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

/** Returns the address of the console's page at which a link with this secret signs somebody in. */
export const sessionLinkAddress = (publicUrl: string, secret: string): string => `${publicUrl}/sign-in/${secret}`
