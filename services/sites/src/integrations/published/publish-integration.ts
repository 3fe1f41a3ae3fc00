import { randomBytes, randomInt } from 'node:crypto'
import { actingMember, demand, storedLevel } from '@quire/access'
import { IntegrationManifest, integrationNamePattern, type integrationOperations } from '@quire/contracts'
import {
  badRequest,
  conflict,
  countOf,
  type Input,
  notFound,
  type OutboundAllow,
  prepared,
  requireEndpoint,
  violates,
} from '@quire/kit'
import { sql as raw } from 'kysely'
import type { SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { administeredIds } from '../administered-organizations.ts'
import { BundleFailed } from '../bundles/bundle-failed.ts'
import type { Bundles } from '../bundles/bundles.ts'
import { newBundle, publisherGroups, storeBundle } from '../bundles/stored-bundles.ts'
import { ownedIntegrations, presentIntegration } from './integrations.present.ts'

type Publish = SitesContext<PublishingNeeds> & Input<typeof integrationOperations.publishIntegration>

export interface PublishingNeeds {
  /** OUTBOUND_ALLOW, parsed. */
  outboundAllow: OutboundAllow
  bundles: Bundles
}

const maxIntegrations = 100
/** A bundle has up to five million characters. */
const maxBundles = 20

/** Begins anywhere: a name may be published again by another organization, and tokens of before are not for it. */
const firstGeneration = () => randomInt(2 ** 30)

/** The context that the signing secret of an integration is sealed for. */
export const signingSecretContext = (name: string) => `integration.${name}.signing_secret`

/** A new secret in the form that Standard Webhooks prescribes. */
export const newSigningSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/**
 * Publishes an integration, or its next version, which replaces the manifest as a whole. Names are unique in any case of
 * their letters: the first organization that publishes one owns it (409 for others).
 */
export const publishIntegration = prepared(startedBundle, async (context: Publish, bundle) => {
  const { sql, params, body, deps } = context
  const { organizationId } = await publisherOf(context)
  const name = params.integrationName
  context.audit({ organizations: [organizationId] })
  await requireRoom(sql, organizationId, { name, hasBundle: bundle !== undefined })
  const changed = {
    visibility: body.visibility,
    target: body.target,
    manifest: JSON.stringify(IntegrationManifest.parse(body)),
    endpoint: body.endpoint ?? null,
    bundle_id: bundle?.id ?? null,
  }
  const { row } = await insertOrReplace(context, { name, organization_id: organizationId, ...changed })
  if (!row) throw conflict('The name is taken: choose another.')
  await storeBundle(sql, deps.sealer, { name: row.name, bundle })
  const published = await ownedIntegrations(sql).where('integration.name', '=', row.name).executeTakeFirstOrThrow()
  return presentIntegration(published, { administered: await administeredIds(context), publicUrl: deps.publicUrl })
})

async function publisherOf({ sql, caller, body, deps }: Publish) {
  const member = await actingMember(sql, caller, await organizationNamed(sql, body.organization), deps)
  demand(storedLevel(member.role), 'admin')
  return member
}

/** Checks the input, and starts the bundle, outside of the transaction: it may take seconds. Returns the bundle. */
async function startedBundle(context: Publish) {
  const { params, body, deps, signal } = context
  const { organizationId } = await publisherOf(context)
  requirePublishable(params.integrationName, body)
  if (body.endpoint !== undefined) requireEndpoint(body.endpoint, deps.outboundAllow, 'body.endpoint')
  const script = body.script?.trim() ? body.script : undefined
  if (script === undefined) return undefined
  const refusal = await deps.bundles.refusal()
  if (refusal !== undefined) throw badRequest('body.script', `cannot be run: ${refusal}`)
  const bundle = newBundle(script, body.secrets)
  try {
    const publisher = () => publisherGroups(context.sql, organizationId)
    await deps.bundles.check({ id: bundle.id, publisher, script: async () => script }, signal)
  } catch (error) {
    // Whoever publishes it can mend it; a full house is for later.
    if (error instanceof BundleFailed && error.isOfBundle) throw badRequest('body.script', error.problem)
    throw error
  }
  return bundle
}

async function insertOrReplace(
  { sql, deps }: Publish,
  row: { name: string; organization_id: string; manifest: string } & Pick<
    Parameters<typeof presentIntegration>[0],
    'visibility' | 'target' | 'endpoint' | 'bundle_id'
  >,
) {
  try {
    const written = await sql
      .insertInto('integration')
      .values({
        ...row,
        version: 1,
        dev_all: false,
        token_generation: firstGeneration(),
        signing_secret: deps.sealer.seal(newSigningSecret(), signingSecretContext(row.name)),
      })
      .onConflict((same) =>
        same
          .column('name')
          .doUpdateSet({ ...row, version: raw<number>`integration.version + 1`, updated_at: raw<Date>`now()` })
          .where('integration.organization_id', '=', row.organization_id),
      )
      .returning('name')
      .executeTakeFirst()
    return { row: written }
  } catch (error) {
    if (violates(error, 'integration_name')) return { row: undefined }
    throw error
  }
}

/** Returns the id of the organization with this id or hostname; throws 404 if there is none. */
async function organizationNamed(sql: Sql, named: string): Promise<string> {
  const { rows } = await raw<{ id: string }>`
    select id from organization where id = ${named}
    union all (select id from organization where state->>'hostname' = ${named} limit 1) limit 1`.execute(sql)
  const [found] = rows
  if (!found) throw notFound('The organization')
  return found.id
}

function requirePublishable(name: string, { script, secrets, endpoint, siteScript, scopes }: Publish['body']): void {
  if (!integrationNamePattern.test(name) || name.length < 2 || name.length > 100)
    throw badRequest('integrationName', 'must be 2 to 100 letters, digits, dots, dashes or underscores')
  const hasScript = Boolean(script?.trim())
  if (hasScript && endpoint !== undefined)
    throw badRequest('body.script', 'cannot stand beside body.endpoint: an integration has one or the other')
  if (!hasScript && Object.keys(secrets ?? {}).length > 0)
    throw badRequest('body.secrets', 'are for the code in body.script: keep those of an endpoint there')
  if (siteScript !== undefined && !scopes.includes('site:script:inject'))
    throw badRequest('body.siteScript', 'takes the scope "site:script:inject"')
}

async function requireRoom(
  sql: Sql,
  organizationId: string,
  { name, hasBundle }: { name: string; hasBundle: boolean },
): Promise<void> {
  const others = sql
    .selectFrom('integration')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('name', '<>', name)
  if (((await countOf(sql, others)) ?? maxIntegrations) >= maxIntegrations)
    throw conflict(`An organization publishes ${maxIntegrations} integrations at most.`)
  const bundles = others.where('bundle_id', 'is not', null)
  if (hasBundle && ((await countOf(sql, bundles)) ?? maxBundles) >= maxBundles)
    throw conflict(`An organization publishes ${maxBundles} integrations with a bundle at most.`)
}
