import { hash } from 'node:crypto'
import type { programOperations } from '@quire/contracts'
import { type Input, OAuthRefusal, prepared, Refusal } from '@quire/kit'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { readClient } from './program-clients.ts'
import {
  deadGrant,
  findProgram,
  hashOfClient,
  isReplayed,
  type LiveProgram,
  type ProgramNeeds,
  rotate,
} from './programs.rules.ts'

type Exchange = Context<ProgramNeeds> & Input<typeof programOperations.exchangeProgramGrant>

/** The lifetime of an access token; its permission may end earlier, and then it does. */
const accessSeconds = 3600

const Signed = z.object({ token: z.string() })

/** Exchanges a code or a refresh token. Sites signs the access token before the transaction begins. */
export const exchange = prepared(
  async (context: Exchange) => {
    const { body, codeKey, now, endStolenProgram, requestId } = context
    readClient(codeKey, body.client_id)
    const secret = secretIn(body)
    const program = await findProgram(context, secret)
    if (!program || program.client_hash !== hashOfClient(body.client_id)) throw deadGrant()
    if (isReplayed(program, secret, now())) {
      await endStolenProgram(program, requestId)
      throw deadGrant()
    }
    requireSameRequest(program, body)
    return { program, secret, ...(await sign(context, program)) }
  },
  async (context: Exchange, { program, secret, token, expiresIn }) => ({
    access_token: token,
    token_type: 'Bearer' as const,
    expires_in: expiresIn,
    refresh_token: await rotate(context, program, secret),
  }),
)

/** Returns what is exchanged; throws the error of the standard for a grant that there is not. */
function secretIn({ grant_type, code, refresh_token }: Exchange['body']) {
  if (grant_type === 'authorization_code' && code !== undefined) return { code }
  if (grant_type === 'refresh_token' && refresh_token !== undefined) return { refreshToken: refresh_token }
  if (['authorization_code', 'refresh_token'].includes(grant_type)) throw deadGrant()
  throw new OAuthRefusal('unsupported_grant_type', 'Only authorization_code and refresh_token are supported.')
}

/** Checks that who exchanges is who asked: by the verifier of RFC 7636, the address, and the resource of RFC 8707. */
function requireSameRequest(program: LiveProgram, body: Exchange['body']): void {
  if (body.resource !== undefined && body.resource !== program.resource)
    throw new OAuthRefusal('invalid_target', 'The permission is for another resource.')
  if (body.grant_type !== 'authorization_code') return
  const challenge = hash('sha256', body.code_verifier ?? '', 'base64url')
  if (challenge !== program.code_challenge || body.redirect_uri !== program.redirect_uri) throw deadGrant()
}

/** Has sites sign the access token; a site that the person may not read any more is a permission that has ended. */
async function sign({ call, now }: Exchange, program: LiveProgram) {
  const seconds = Math.floor(now().getTime() / 1000)
  const expiresAt = Math.min(seconds + accessSeconds, Math.floor(new Date(program.expires_at).getTime() / 1000))
  const body = {
    ...{ site: program.site_id, user: program.user_id, token: program.id, expiresAt },
    ...(program.kind === 'saml' && { kind: program.kind }),
  }
  try {
    const { token } = Signed.parse(await call('signToolToken', { body }))
    return { token, expiresIn: expiresAt - seconds }
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) throw deadGrant()
    throw error
  }
}
