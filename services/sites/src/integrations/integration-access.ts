import type { AccessContext, PublishedIntegration } from '@quire/access'
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
