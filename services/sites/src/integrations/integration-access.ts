import { type AccessContext, isNotDeleted, type PublishedIntegration } from '@quire/access'
import { sql as raw } from 'kysely'

/** Returns the path's integration, for rules on integrations. */
export async function integrationOfPath({ sql, params }: AccessContext): Promise<PublishedIntegration | undefined> {
  const { rows } = await raw<PublishedIntegration>`
    select organization_id as "organizationId", visibility <> 'private' as "isOpen" from integration
    where name = ${params.integrationName}`.execute(sql)
  return rows[0]
}

/** Returns the organization of the path's installation, for rules on installations. */
export async function organizationOfInstallation({ sql, params }: AccessContext): Promise<string | undefined> {
  const { rows } = await raw<{ organization_id: string }>`
    select organization_id from integration_installation
    where id = ${params.installationId} and integration = ${params.integrationName}`.execute(sql)
  return rows[0]?.organization_id
}

/**
 * Returns the organization of a token's installation, or of its integration; undefined if the installation is gone or the
 * integration has another generation. Asked with every request: a token ends at once.
 */
export async function organizationOfToken({
  sql,
  caller,
}: AccessContext): Promise<{ organizationId: string } | undefined> {
  const { name, installationId, generation } = caller.integration ?? {}
  const { rows } = await raw<{ organizationId: string }>`
    select coalesce(i.organization_id, g.organization_id) as "organizationId"
    from integration g left join integration_installation i on i.integration = g.name and i.id = ${installationId ?? null}
    where g.name = ${name} and g.token_generation = ${generation} and g.organization_id is not null
      and (${installationId ?? null}::text is null or i.id is not null)
      and ${isNotDeleted(raw.ref('g.organization_id'))} and ${isNotDeleted(raw.ref('i.organization_id'))}`.execute(sql)
  return rows[0]
}
