import type { ConfigProblem } from '@quire/kit'
import { OutboundAllow } from '@quire/kit'
import { z } from 'zod'

/** The OpenID Connect provider of the installation; all of it or nothing. */
export const OidcConfig = z.object({
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an address with http or https' })
    .optional()
    .describe(
      'OpenID Connect provider with which people sign in to the console, as its discovery document names itself ([OpenID Connect](../operations.md#openid-connect)).',
    ),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe('Name by which that provider knows this installation.'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('Secret of this installation at that provider.'),
  OIDC_LABEL: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .default('Single sign-on')
    .describe('Name of that provider in the console.'),
  OUTBOUND_ALLOW: OutboundAllow.describe(
    '`host:port,…` that the OpenID Connect provider may have although the address is private, or without TLS.',
  ),
})
export type OidcConfig = z.output<typeof OidcConfig>

/** Refuses a provider of which a part is missing. */
export function checkOidc({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: OidcConfig): ConfigProblem[] {
  const parts = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }
  const missing = Object.entries(parts).filter(([, value]) => value === undefined)
  if (missing.length === 0 || missing.length === 3) return []
  return missing.map(([variable]) => ({
    variable,
    message: 'is missing: set all of OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  }))
}
