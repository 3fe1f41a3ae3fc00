import type { KeyObject } from 'node:crypto'
import { type Program, type ProgramQuestion, programOperations, timestamp } from '@quire/contracts'
import {
  absent,
  badRequest,
  countOf,
  created,
  deleted,
  forbidden,
  type Input,
  keysetPage,
  listOf,
  OAuthRefusal,
  prepared,
} from '@quire/kit'
import { z } from 'zod'
import { type Context, implementWith } from '../context.ts'
import { endTokens } from '../sessions/sessions.rules.ts'
import { requireFewPrograms } from '../tokens/token-limits.ts'
import { requireLiveToken } from '../users/enabled-account.ts'
import { exchange } from './exchange-grant.ts'
import { clientIdOf, hasRedirect, type ProgramClient, readClient, recipientOf } from './program-clients.ts'
import { findProgram, livePrograms, type ProgramNeeds, startProgram } from './programs.rules.ts'

type Asking = Context<ProgramNeeds> & Input<typeof programOperations.allowProgram>

const ToolSite = z.object({ site: z.string(), title: z.string(), organization: z.string() })

export const programRoutes = implementWith<ProgramNeeds>()(programOperations, {
  async registerProgramClient({ body, codeKey }) {
    const id = clientIdOf(codeKey, { name: body.client_name ?? '', redirects: body.redirect_uris })
    const { name, redirects } = readClient(codeKey, id)
    return created({
      client_id: id,
      client_name: name,
      redirect_uris: redirects,
      token_endpoint_auth_method: 'none' as const,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    })
  },

  async describeProgramRequest(context): Promise<ProgramQuestion> {
    const { body, publicUrl } = context
    const { name } = requireClient(context)
    const { site: id, title, organization } = await askSite(context)
    const sentTo = recipientOf(body.redirectUri)
    return {
      object: 'program-question',
      name,
      ...(sentTo !== undefined && { sentTo }),
      site: { id, title },
      organization,
      refuseURL: answerTo(body, publicUrl, { error: 'access_denied' }),
    }
  },

  allowProgram: prepared(askSite, async (context: Asking, { site, organization }) => {
    const { sql, audit, caller, userId, body, publicUrl } = context
    const { name } = requireClient(context)
    // A token that somebody copied must not gain a permission that outlives it.
    if (!caller.isSession) throw forbidden('Only the console lets programs in: sign in there.')
    await requireFewPrograms(context, { userId, tokenId: caller.tokenId })
    await requireLiveToken(sql, caller)
    const { id, code } = await startProgram(context, {
      ...{ userId, organizationId: organization, tokenId: caller.tokenId, name, site },
      ...{ clientId: body.clientId, resource: body.resource, redirectUri: body.redirectUri },
      codeChallenge: body.codeChallenge,
    })
    audit({ organizations: [organization], target: { id, label: name }, payload: { siteId: site } })
    return created({ url: answerTo(body, publicUrl, { code }) })
  }),

  exchangeProgramGrant: exchange,

  /** Says nothing about whether there was such a token (RFC 7009, section 2.2). */
  async revokeProgramToken(context) {
    const { audit, body } = context
    const found = await findProgram(context, { refreshToken: body.token })
    const [ended] = found ? await endTokens(context, [found.id]) : []
    if (found && ended !== undefined) audit(endOf(found))
    else audit({ isUnchanged: true })
    return {}
  },

  async listProgramsForAuthenticatedUser(context) {
    const { sql, page, cursors, publicUrl } = context
    const own = ownPrograms(context)
    return listOf({
      page,
      cursors,
      rows: await keysetPage(own.select(columns), page, ['program.id']).execute(),
      present: (row) => present(row, publicUrl),
      after: (row) => [row.id],
      count: () => countOf(sql, own.select('program.id')),
    })
  },

  async endProgram(context) {
    const { audit, params } = context
    const found = await ownPrograms(context)
      .select(columns)
      .where('program.id', '=', params.programId)
      .executeTakeFirst()
    const [ended] = found ? await endTokens(context, [found.id]) : []
    if (!found || ended === undefined) return absent()
    audit(endOf(found))
    return deleted()
  },
})

/** What the audit event of an ended permission says; a program that ends its own does so for the person. */
const endOf = (ended: { id: string; user_id: string | null; name: string; organization_id: string | null }) => ({
  organizations: ended.organization_id === null ? [] : [ended.organization_id],
  ...(ended.user_id !== null && { actorId: ended.user_id }),
  target: { id: ended.id, label: ended.name },
})

/** Returns the program that asks; throws 400 naming the parameter that is not the program's. */
function requireClient({ body, codeKey }: Pick<Asking, 'body' | 'codeKey'>): ProgramClient {
  const client = clientOf(codeKey, body.clientId)
  if (!hasRedirect(client, body.redirectUri))
    throw badRequest('body.redirectUri', 'is no address that the program registered')
  return client
}

function clientOf(key: KeyObject, id: string): ProgramClient {
  try {
    return readClient(key, id)
  } catch (error) {
    if (error instanceof OAuthRefusal) throw badRequest('body.clientId', error.message)
    throw error
  }
}

/** Asks sites which site of the caller the program wants to read; throws 404 for any other. */
async function askSite(context: Pick<Asking, 'body' | 'call' | 'codeKey'>) {
  requireClient(context)
  return ToolSite.parse(await context.call('findToolSite', { body: { resource: context.body.resource } }))
}

/** Returns the program's address with an answer (RFC 6749, section 4.1.2, and RFC 9207). */
function answerTo({ redirectUri, state }: Asking['body'], publicUrl: string, answer: Record<string, string>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...answer, ...(state !== undefined && { state }), iss: publicUrl }))
    url.searchParams.set(name, value)
  return url.href
}

/** Selects the caller's permissions; those of one organization if the caller is limited to it. */
function ownPrograms({ sql, caller, userId, now }: Pick<Context, 'sql' | 'caller' | 'userId' | 'now'>) {
  const own = livePrograms(sql, now()).where('token.user_id', '=', userId)
  const { organizationId } = caller
  return organizationId === undefined ? own : own.where('token.organization_id', '=', organizationId)
}

const columns = [
  ...(['program.id', 'program.site_id', 'program.used_at', 'token.name'] as const),
  ...(['token.created_at', 'token.expires_at', 'token.organization_id', 'token.user_id'] as const),
] as const

interface PresentedProgram {
  id: string
  name: string
  site_id: string
  created_at: Date | string
  used_at: Date | string
  expires_at: Date | string
}

const present = (row: PresentedProgram, publicUrl: string): Program => ({
  object: 'program',
  id: row.id,
  name: row.name,
  site: row.site_id,
  createdAt: timestamp(row.created_at),
  usedAt: timestamp(row.used_at),
  expiresAt: timestamp(row.expires_at),
  urls: { location: `${publicUrl}/v1/user/programs/${row.id}` },
})
