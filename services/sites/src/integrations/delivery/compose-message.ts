import { timestamp } from '@quire/contracts'
import type { Sealer } from '@quire/kit'
import { sql as raw, type Selectable } from 'kysely'
import type { SiteSigner } from '../../audience/site-signer.ts'
import type { Sql } from '../../database.ts'
import type { IntegrationTables } from '../../tables/integrations.tables.ts'
import { bundleOf, secretsOf } from '../bundles/stored-bundles.ts'
import { contentSecretContext, installationSecretContext, openConfiguration } from '../installations/configuration.ts'
import { contentInstallations, type Kind } from '../installations/content-installations.ts'
import {
  type CountedInstallation,
  installations,
  presentInstallation,
  presentSiteInstallation,
  presentSpaceInstallation,
} from '../installations/installations.present.ts'
import { webAddressOf } from '../published/integrations.present.ts'
import { signingSecretContext } from '../published/publish-integration.ts'
import { signIntegrationToken } from '../tokens/sign-token.ts'
import type { Message, Receiver } from './receivers.ts'

export type EventRow = Selectable<IntegrationTables['integration_event']>
type IntegrationRow = Selectable<IntegrationTables['integration']>

export interface MessageDependencies {
  sql: Sql
  sealer: Sealer
  /** The public address, without a trailing slash. */
  publicUrl: string
  signer: SiteSigner
  now: () => Date
}

/** The ids that an event is about; an installation may be gone. */
type About = Pick<EventRow, 'integration' | 'installation_id' | 'organization_id'> & {
  payload: Pick<EventRow['payload'], 'spaceId' | 'siteId'>
}

/**
 * Composes the message of an event from what is installed now; undefined if nothing receives it. Its code gets the
 * event, and an environment with the configurations in clear, as a hosted runtime would pass them to its code.
 */
export async function composeMessage(event: EventRow, deps: MessageDependencies): Promise<Message | undefined> {
  const integration = await integrationNamed(deps.sql, event.integration)
  if (!integration) return undefined
  const installation = await installationOf(deps.sql, event)
  if (integration.organization_id === null) return installation && plainMessage(event, installation, deps)
  const to = receiverOf(integration, event.organization_id, deps)
  if (!to) return undefined
  const environment = await environmentOf(integration, installation, event, deps)
  return messageTo(to, event.id, { event: event.payload, environment })
}

export const messageTo = (to: Receiver, id: string, body: { event: object; environment: object }): Message =>
  'bundle' in to ? { id, to, body } : { id, to, body }

const integrationNamed = (sql: Sql, name: string) =>
  sql.selectFrom('integration').selectAll().where('name', '=', name).executeTakeFirst()

const installationOf = async (sql: Sql, { installation_id }: Pick<EventRow, 'installation_id'>) =>
  installation_id === null
    ? undefined
    : installations(sql).where('integration_installation.id', '=', installation_id).executeTakeFirst()

/** Returns the receiver of an organization's events: that of the development mode, if it is meant for it. */
export function receiverOf(
  integration: IntegrationRow,
  organizationId: string,
  { sql, sealer }: Pick<MessageDependencies, 'sql' | 'sealer'>,
): Receiver | undefined {
  const { dev_url, dev_all, endpoint, organization_id, signing_secret, name } = integration
  const url = dev_url !== null && (dev_all || organizationId === organization_id) ? dev_url : endpoint
  if (url !== null && signing_secret !== null)
    return { url, secret: sealer.open(signing_secret, signingSecretContext(name)) }
  const bundle = bundleOf(sql, integration)
  return bundle && { bundle }
}

const openedConfiguration = (row: CountedInstallation, { sealer }: MessageDependencies) =>
  openConfiguration(row, {
    declared: row.manifest.configurations?.account,
    sealer,
    contextOf: (property) => installationSecretContext(row.id, property),
  })

/** The message of an integration that Quire ships goes to the address in its configuration, signed with its secret. */
function plainMessage(
  { id, payload: { eventId, type, ...data }, created_at }: EventRow,
  installation: CountedInstallation,
  deps: MessageDependencies,
): Message | undefined {
  const { url, secret } = openedConfiguration(installation, deps)
  if (typeof url !== 'string' || typeof secret !== 'string') return undefined
  return { id, to: { url, secret }, body: { type, timestamp: timestamp(created_at), data } }
}

type EnvironmentIntegration = Pick<
  IntegrationRow,
  'name' | 'version' | 'token_generation' | 'bundle_id' | 'signing_secret'
>

function webUrlsOf(publicUrl: string, name: string) {
  const publicEndpoint = webAddressOf(publicUrl, name)
  return { publicEndpoint, publicContentEndpoint: publicEndpoint }
}

/** A bundle has nowhere else to keep secrets, and checks the signatures of what it sends to itself through others. */
async function secretsFor(
  { name, signing_secret }: EnvironmentIntegration,
  bundleId: string,
  deps: MessageDependencies,
) {
  const signingSecret = signing_secret === null ? '' : deps.sealer.open(signing_secret, signingSecretContext(name))
  return {
    secrets: await secretsOf(deps.sql, deps.sealer, bundleId),
    signingSecrets: { integration: signingSecret },
  }
}

/**
 * Returns what the code of an integration has to know beside an event: the installations that it is about, configurations in clear, and
 * tokens of an hour for the integration and the installation.
 */
export async function environmentOf(
  integration: EnvironmentIntegration,
  installation: CountedInstallation | undefined,
  about: About,
  deps: MessageDependencies,
) {
  const { name, version, token_generation: generation } = integration
  const tokenFor = (subject: Parameters<typeof signIntegrationToken>[1]) =>
    signIntegrationToken(deps.signer, subject, { now: deps.now() })
  return {
    // The published client adds the version.
    apiEndpoint: deps.publicUrl,
    integration: { name, version, ...(integration.bundle_id !== null && { urls: webUrlsOf(deps.publicUrl, name) }) },
    ...(integration.bundle_id !== null && (await secretsFor(integration, integration.bundle_id, deps))),
    apiTokens: {
      integration: tokenFor({ integration: name, generation }),
      ...(installation && { installation: tokenFor({ integration: name, installation: installation.id, generation }) }),
    },
    ...(installation && {
      installation: {
        ...presentInstallation(installation, deps.publicUrl),
        configuration: openedConfiguration(installation, deps),
      },
      ...(await contentIn('space', installation, about.payload.spaceId, deps)),
      ...(await contentIn('site', installation, about.payload.siteId, deps)),
    }),
  }
}

async function contentIn(
  kind: Kind,
  installation: CountedInstallation,
  id: string | undefined,
  { sql, sealer, publicUrl }: MessageDependencies,
) {
  if (id === undefined) return {}
  const row = await contentInstallations(sql, kind)
    .where('integration_content.installation_id', '=', installation.id)
    .where(raw.ref(kind === 'space' ? 'integration_content.space_id' : 'integration_content.site_id'), '=', id)
    .executeTakeFirst()
  if (!row) return {}
  const configuration = openConfiguration(row, {
    declared: row.manifest.configurations?.[kind],
    sealer,
    contextOf: (property) => contentSecretContext(row.id, property),
  })
  return kind === 'space'
    ? { spaceInstallation: { ...presentSpaceInstallation(row, publicUrl, id), configuration } }
    : { siteInstallation: { ...presentSiteInstallation(row, publicUrl, id), configuration } }
}
