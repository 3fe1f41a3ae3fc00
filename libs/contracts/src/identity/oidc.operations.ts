import { z } from 'zod'
import { anyone } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Url } from '../shared/primitives.ts'
import { Session } from './sessions.ts'
import { ConsolePath } from './sign-in.operations.ts'

/** Signing in to the console with the OpenID Connect provider of the installation (docs/interface.md#sessions). */
export const oidcOperations = operations('identity', {
  beginOidcSignIn: {
    method: 'POST',
    path: '/v1/sign-in/oidc',
    summary: 'Begin to sign in with OpenID Connect: where the browser goes',
    access: anyone,
    console: true,
    replies: { 201: z.strictObject({ url: Url }) },
    // The address is for this browser alone.
    secret: true,
  },
  signInWithOidc: {
    method: 'POST',
    path: '/v1/sign-in/oidc/responses',
    summary: 'Sign in with what the OpenID Connect provider sent the browser back with',
    access: anyone,
    console: true,
    body: z.object({
      code: z.string().min(1).max(4096),
      state: z.string().min(1).max(256),
      iss: z.string().max(1024).optional(),
      next: ConsolePath.optional(),
    }),
    passes: ['user-agent'],
    audited: { target: 'session', id: 'reply' },
    replies: { 201: Session },
    secret: true,
    // The groups of the person may end memberships of teams.
    narrows: true,
  },
})
