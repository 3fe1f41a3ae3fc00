import { integrationTokenOperations } from '@quire/contracts'
import { badRequest, created, deleted, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { SignerNeeds } from '../../audience/site-signer.ts'
import { implementWith } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { signIntegrationToken } from './sign-token.ts'

const secondsOfDay = 86_400
const defaultDays = 90
const maxDays = 366

export const integrationTokenRoutes = implementWith<SignerNeeds>()(integrationTokenOperations, {
  async createIntegrationToken({ sql, params, body, deps }) {
    const integration = params.integrationName
    const subject = { integration, generation: await generationOf(sql, integration) }
    const now = deps.now()
    return created({
      token: signIntegrationToken(deps.signer, subject, { now, seconds: secondsUntil(body.expiresAt, now) }),
    })
  },

  async createIntegrationInstallationToken({ sql, params, deps }) {
    const { integrationName: integration, installationId } = params
    const installed = await sql
      .selectFrom('integration_installation')
      .select('id')
      .where('id', '=', installationId)
      .where('integration', '=', integration)
      .executeTakeFirst()
    if (!installed) throw notFound('The installation')
    const generation = await generationOf(sql, integration)
    const subject = { integration, installation: installed.id, generation }
    return { token: signIntegrationToken(deps.signer, subject, { now: deps.now() }) }
  },

  async endIntegrationTokens({ sql, params }) {
    await sql
      .updateTable('integration')
      .set({ token_generation: raw<number>`token_generation + 1` })
      .where('name', '=', params.integrationName)
      .execute()
    return deleted()
  },
})

/** Returns the seconds until an expiry; throws 400 if it has passed, or is more than a year away. */
function secondsUntil(expiresAt: string | undefined, now: Date): number {
  if (expiresAt === undefined) return defaultDays * secondsOfDay
  const seconds = Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000)
  if (seconds <= 0 || seconds > maxDays * secondsOfDay)
    throw badRequest('body.expiresAt', `must be in the future, and within ${maxDays} days`)
  return seconds
}

async function generationOf(sql: Sql, name: string): Promise<number> {
  const row = await sql.selectFrom('integration').select('token_generation').where('name', '=', name).executeTakeFirst()
  if (!row) throw notFound('The integration')
  return row.token_generation
}
