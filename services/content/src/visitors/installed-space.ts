import type { KeyObject } from 'node:crypto'
import { type AccessContext, type InstalledSpace, isNotDeleted } from '@quire/access'
import { integrationGrantOperations } from '@quire/contracts'
import { unavailable } from '@quire/kit'
import { sql as raw } from 'kysely'
import { askService } from '../ask-service.ts'

const operation = integrationGrantOperations.findIntegrationGrant
const Grant = operation.replies[200]
const timeoutMs = 3000

/**
 * Creates a check of what the token of an installation may do in the path's space. Sites has the installations and is asked
 * with every request, so that uninstalling ends access at once, and one place decides (docs/adr/0051). Throws 503 if sites
 * does not answer.
 */
export const installedSpace =
  (sitesUrl: string | undefined, internalKey: KeyObject) =>
  async ({ sql, params, caller }: AccessContext): Promise<InstalledSpace | 'ended' | undefined> => {
    const { name, installationId, generation } = caller.integration ?? {}
    const { spaceId } = params
    const grant = await grantOf({ integration: name, installation: installationId, generation, space: spaceId })
    if (grant.organizationId === null) return 'ended'
    const { rows } = await raw<{ organizationId: string }>`
      select organization_id as "organizationId" from space
      where id = ${spaceId} and deleted_at is null and ${isNotDeleted(raw.ref('space.organization_id'))}`.execute(sql)
    // A space that moved to another organization is out of reach, also where an installation names it.
    if (!grant.isEnabled || rows[0]?.organizationId !== grant.organizationId) return undefined
    return { organizationId: grant.organizationId, scopes: grant.scopes }

    async function grantOf(body: object) {
      if (sitesUrl === undefined) throw new Error('SITES_URL is not set')
      const asked = { url: sitesUrl, internalKey, body, signal: AbortSignal.timeout(timeoutMs) }
      return Grant.parse(
        await askService(operation, asked).catch(() => {
          throw unavailable('What the integration may read cannot be found out now: try again.')
        }),
      )
    }
  }
