import { z } from 'zod'
import { servicesOnly, signedIn } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'
import { PublishedUrl } from './published.ts'

/** Operations for identity, which gives programs access to the MCP servers of internal sites (docs/adr/0071). */
export const toolAccessOperations = operations('sites', {
  findToolSite: {
    method: 'POST',
    path: '/internal/tool-sites',
    summary: 'Which internal site of the caller has its MCP server at an address',
    access: signedIn,
    body: z.object({ resource: PublishedUrl }),
    replies: { 200: z.strictObject({ site: Id, title: z.string(), organization: Id }) },
    reads: true,
  },
  signToolToken: {
    method: 'POST',
    path: '/internal/tool-tokens',
    summary: 'Sign a token with which a program reads an internal site for a member',
    access: servicesOnly('identity'),
    body: z.object({
      site: Id,
      user: Id,
      /** The token of identity whose revocation ends this one. */
      token: z.string().min(1),
      kind: z.literal('saml').optional(),
      /** Seconds since 1970. */
      expiresAt: z.number().int(),
    }),
    replies: { 200: z.strictObject({ token: z.string() }) },
    reads: true,
    secret: true,
  },
})
