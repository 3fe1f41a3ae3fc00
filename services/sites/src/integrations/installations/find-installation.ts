import { notFound } from '@quire/kit'
import type { Sql } from '../../database.ts'
import { installations } from './installations.present.ts'

interface InstallationIds {
  integrationName: string
  installationId: string
}

/** Returns the installation of a path; throws 404 if there is none. */
export async function installationAt(sql: Sql, { integrationName, installationId }: InstallationIds) {
  const row = await installations(sql)
    .where('integration_installation.id', '=', installationId)
    .where('integration_installation.integration', '=', integrationName)
    .executeTakeFirst()
  if (!row) throw notFound('The installation')
  return row
}

/** Serializes changes to an installation; throws 404 if it was removed meanwhile. */
export async function lockInstallation(sql: Sql, { integrationName, installationId }: InstallationIds) {
  const row = await sql
    .selectFrom('integration_installation')
    .innerJoin('integration', 'integration.name', 'integration_installation.integration')
    .selectAll('integration_installation')
    .select(['integration.manifest', 'integration.target'])
    .where('integration_installation.id', '=', installationId)
    .where('integration_installation.integration', '=', integrationName)
    .forNoKeyUpdate('integration_installation')
    .executeTakeFirst()
  if (!row) throw notFound('The installation')
  return row
}
