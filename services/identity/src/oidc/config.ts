import type { ConfigProblem } from '@quire/kit'
import { OutboundAllow, webAddress } from '@quire/kit'
import { z } from 'zod'

const maxGroups = 1000
const maxTeams = 100
const teamId = z.string().min(1).max(64)
const TeamsByGroup = z.record(z.string().min(1).max(512), z.union([teamId, z.array(teamId).max(maxTeams)]))

/** `{"group":"team id","another":["team id",…]}`, as teams by group. */
const Teams = z.string().transform((text, context): ReadonlyMap<string, string[]> => {
  const { success, data } = TeamsByGroup.safeParse(parsed(text))
  const entries = Object.entries(data ?? {})
  if (success && entries.length <= maxGroups) return new Map(entries.map(([group, teams]) => [group, [teams].flat()]))
  const message = `must be JSON like {"group":"team id"} with at most ${maxGroups} groups, of at most ${maxTeams} teams each`
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The OpenID Connect provider of the installation; all of it or nothing. */
export const OidcConfig = z.object({
  OIDC_ISSUER: webAddress
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
  OIDC_SCOPE: z
    .string()
    .regex(/^[\w:/.-]+( [\w:/.-]+)*$/, 'must be scopes with one blank between them')
    .refine((scope) => ['openid', 'email'].every((one) => scope.split(' ').includes(one)), 'must have openid and email')
    .default('openid email profile')
    .describe('Scopes that the provider is asked for; some have one of their own for groups.'),
  OIDC_TEAMS: Teams.optional().describe(
    'Teams that people are put into by their groups at that provider, as `{"group":"team id"}` ([teams by groups](../operations.md#teams-by-groups)).',
  ),
  OIDC_GROUPS_CLAIM: z
    .string()
    .min(1)
    .max(200)
    .default('groups')
    .describe('Claim of its ID tokens with the groups of a person.'),
  OUTBOUND_ALLOW: OutboundAllow.describe(
    '`host:port,…` that the OpenID Connect provider may have although the address is private, or without TLS.',
  ),
})
export type OidcConfig = z.output<typeof OidcConfig>

/** Refuses a provider of which a part is missing; warns of teams without a provider. */
export function checkOidc({
  OIDC_ISSUER,
  OIDC_CLIENT_ID,
  OIDC_CLIENT_SECRET,
  OIDC_TEAMS,
}: OidcConfig): ConfigProblem[] {
  const parts = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }
  const missing = Object.entries(parts).filter(([, value]) => value === undefined)
  if (missing.length === 3 && OIDC_TEAMS !== undefined)
    return [{ variable: 'OIDC_TEAMS', message: 'has no effect without OIDC_ISSUER', isWarning: true }]
  if (missing.length === 0 || missing.length === 3) return []
  return missing.map(([variable]) => ({
    variable,
    message: 'is missing: set all of OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  }))
}
