import { isNotDeleted } from '@quire/access'
import { type IntegrationScope, integrationGrantOperations } from '@quire/contracts'
import { sql as raw } from 'kysely'
import { implement } from '../../context.ts'

interface Grant {
  organizationId: string | null
  isEnabled: boolean
  scopes: IntegrationScope[]
}

const ended: Grant = { organizationId: null, isEnabled: false, scopes: [] }

/**
 * Says what the token of an installation may do in a space. Asked with every request, like the checks of tokens here: an
 * installation that is removed, or limited to other spaces, has no access from then on, nor has one whose organization, or
 * whose integration's, is deleted.
 */
export const integrationGrantRoutes = implement(integrationGrantOperations, {
  async findIntegrationGrant({ sql, body }) {
    const { integration, installation, generation, space } = body
    const { rows } = await raw<Grant>`
      select i.organization_id as "organizationId",
        i.space_selection = 'all' or exists (
          select from integration_content c where c.installation_id = i.id and c.space_id = ${space}
        ) as "isEnabled",
        (select coalesce(jsonb_agg(scope), '[]') from jsonb_array_elements(i.scopes) scope
          where g.manifest->'scopes' @> scope) as scopes
      from integration_installation i join integration g on g.name = i.integration
      where i.id = ${installation} and g.name = ${integration} and g.token_generation = ${generation}
        and g.organization_id is not null
        and ${isNotDeleted(raw.ref('g.organization_id'))} and ${isNotDeleted(raw.ref('i.organization_id'))}`.execute(
      sql,
    )
    return rows[0] ?? ended
  },
})
