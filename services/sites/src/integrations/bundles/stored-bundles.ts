import { workHolderOf } from '@quire/access'
import { newId, type Sealer } from '@quire/kit'
import type { Sql } from '../../database.ts'
import type { IntegrationTables } from '../../tables/integrations.tables.ts'
import type { Bundle } from './bundle-pool.ts'

/** The context that a value of `secrets` is sealed for. */
export const bundleSecretContext = (id: string, name: string) => `integration_bundle.${id}.${name}`

/** Stores the bundle of an integration in place of the one before; without a script only removes that. */
export async function storeBundle(
  sql: Sql,
  sealer: Sealer,
  {
    name,
    bundle,
  }: { name: string; bundle: { id: string; script: string; secrets: Record<string, string> } | undefined },
): Promise<void> {
  await sql.deleteFrom('integration_bundle').where('integration', '=', name).execute()
  if (!bundle) return
  const { id, script } = bundle
  const sealed = Object.entries(bundle.secrets).map(([key, value]) => [
    key,
    sealer.seal(value, bundleSecretContext(id, key)),
  ])
  const secrets = JSON.stringify(Object.fromEntries(sealed))
  await sql.insertInto('integration_bundle').values({ id, integration: name, script, secrets }).execute()
}

/** Returns the secrets of a bundle in clear; none if it is not published any more. */
export async function secretsOf(sql: Sql, sealer: Sealer, id: string): Promise<Record<string, string>> {
  const row = await sql.selectFrom('integration_bundle').select('secrets').where('id', '=', id).executeTakeFirst()
  const opened = Object.entries(row?.secrets ?? {}).map(([name, sealed]) => [
    name,
    sealer.open(sealed, bundleSecretContext(id, name)),
  ])
  return Object.fromEntries(opened)
}

type Published = Pick<IntegrationTables['integration'], 'organization_id' | 'bundle_id'>

/**
 * Returns the groups that the bundles of an organization have places in. It counts for the account that made it, as other
 * work does: organizations are free to make.
 */
export async function publisherGroups(sql: Sql, id: string): Promise<string[]> {
  const row = await sql.selectFrom('organization').select('state').where('id', '=', id).executeTakeFirst()
  const { account, origin } = workHolderOf({ kind: 'service' }, undefined, {
    id,
    madeBy: row?.state.madeBy ?? null,
    origin: row?.state.origin ?? null,
  })
  return [origin, account, id]
}

/** Returns the bundle of an integration; undefined if it has none. */
export function bundleOf(sql: Sql, { bundle_id: id, organization_id: organizationId }: Published): Bundle | undefined {
  if (id === null || organizationId === null) return undefined
  return {
    id,
    publisher: () => publisherGroups(sql, organizationId),
    async script() {
      const row = await sql.selectFrom('integration_bundle').select('script').where('id', '=', id).executeTakeFirst()
      return row?.script
    },
  }
}

export const newBundle = (script: string, secrets: Record<string, string> = {}) => ({ id: newId(), script, secrets })
