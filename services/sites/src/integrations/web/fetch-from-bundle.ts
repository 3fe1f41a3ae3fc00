import type { IncomingHttpHeaders } from 'node:http'
import { isNotDeleted } from '@quire/access'
import { integrationWebOperations } from '@quire/contracts'
import { createGroupSemaphore, type IncomingBytes, newId, notFound, unavailable, VisitAnswer } from '@quire/kit'
import { sql as raw, type Selectable } from 'kysely'
import type { SignerNeeds } from '../../audience/site-signer.ts'
import { implementWith, type SitesContext } from '../../context.ts'
import type { IntegrationTables } from '../../tables/integrations.tables.ts'
import type { Bundle } from '../bundles/bundle-pool.ts'
import type { BundleAnswer } from '../bundles/bundle-request.ts'
import { bundleOf } from '../bundles/stored-bundles.ts'
import { environmentOf } from '../delivery/compose-message.ts'
import type { ReceiverNeeds } from '../delivery/receivers.ts'
import { installations } from '../installations/installations.present.ts'

type WebNeeds = SignerNeeds & ReceiverNeeds
interface ToBundle {
  integration: Selectable<IntegrationTables['integration']>
  bundle: Bundle
  fetchBody: Buffer | undefined
}

type Fetch = SitesContext<WebNeeds> & { params: { integrationName: string; path: string } }

const timeoutMs = 10_000
const maxBodyBytes = 1024 ** 2
const maxAnswerBytes = 5 * 1024 ** 2

/** Headers of a request that a bundle gets, besides those that the operation passes. Cookies are those of sites. */
const toBundle = ['accept', 'accept-language', 'content-type', 'user-agent', 'if-none-match', 'if-modified-since']
/** Headers of an answer that others get. No cookies: they would be those of all that is beneath the public address. */
const fromBundle = [
  ...['content-type', 'cache-control', 'content-disposition', 'content-language', 'etag', 'last-modified', 'location'],
  ...['retry-after', 'vary', 'access-control-allow-origin', 'access-control-allow-headers'],
]
/** Documents have an origin of their own: that of the public address is of the sites of all organizations. */
const isolation = {
  'Content-Security-Policy': 'sandbox allow-forms allow-scripts',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * Each request under way holds a connection of the gateway, up to its deadline if the bundle does not answer. Anybody may
 * send some, so they wait for no place: others need connections too, and the publisher's events need the bundle.
 */
const underWay = createGroupSemaphore({
  ...{ permits: 32, permitsPerGroup: 8, maxWaiting: 0, timeoutMs: undefined },
  refusal: () => unavailable('The bundle of the integration has too many requests under way: try again.'),
})

export const integrationWebRoutes = implementWith<WebNeeds>()(integrationWebOperations, {
  fetchIntegrationWithGet: (context) => fetchFromBundle(context),
  fetchIntegrationWithPost: (context) => fetchFromBundle(context, context.body),
  fetchIntegrationWithPut: (context) => fetchFromBundle(context, context.body),
  fetchIntegrationWithDelete: (context) => fetchFromBundle(context, context.body),
})

/**
 * Has the bundle of an integration answer a request, by an event of the type `fetch`. Where the path begins with those of an
 * installation, and of a space or a site, the environment has them. Throws 404 without a bundle or an installation, and 503
 * if the bundle fails or has too many requests.
 */
async function fetchFromBundle(context: Fetch, body?: IncomingBytes): Promise<VisitAnswer> {
  const { sql, params, signal } = context
  const integration = await sql
    .selectFrom('integration')
    .selectAll()
    .where('name', '=', params.integrationName)
    .where(isNotDeleted(raw.ref('integration.organization_id')))
    .executeTakeFirst()
  const bundle = integration && bundleOf(sql, integration)
  if (!integration || !bundle) throw notFound('The integration')
  // Before it takes a place: a sender may be slow.
  const fetchBody = body && (await wholeOf(body))
  return underWay(await bundle.publisher(), signal, () => answerOf(context, { integration, bundle, fetchBody }))
}

async function answerOf(context: Fetch, { integration, bundle, fetchBody }: ToBundle): Promise<VisitAnswer> {
  const { sql, params, deps, visit, passed, signal } = context
  const { installationId, ...place } = placeIn(params.path)
  const installation =
    installationId === undefined ? undefined : await installationOf(context, integration.name, installationId)
  const about = { integration: integration.name, installation_id: installation?.id ?? null, payload: place }
  const organization_id = installation?.organization_id ?? String(integration.organization_id)
  const environment = await environmentOf(integration, installation, { ...about, organization_id }, { ...deps, sql })
  const event = {
    ...{ eventId: newId(), type: 'fetch', ...(installation && { installationId: installation.id }), ...place },
    request: {
      // A HEAD is answered like a GET, without the body.
      method: visit.method === 'HEAD' ? 'get' : visit.method.toLowerCase(),
      url: deps.publicUrl + visit.url,
      headers: { ...chosen(visit.headers, toBundle), ...chosen(passed, Object.keys(passed)) },
    },
  }
  const bounds = { maxBytes: maxAnswerBytes, timeoutMs, signal }
  return answered(await deps.bundles.ask(bundle, { event, environment, fetchBody, ...bounds }))
}

async function wholeOf(body: IncomingBytes): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of body.pieces(maxBodyBytes)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Returns the ids that a path begins with. */
function placeIn(path: string): { installationId?: string; spaceId?: string; siteId?: string } {
  const [, installationId, kind, id] = /^installations\/([^/]+)(?:\/(spaces|sites)\/([^/]+))?(?:\/|$)/.exec(path) ?? []
  return {
    ...(installationId !== undefined && { installationId }),
    ...(id !== undefined && (kind === 'spaces' ? { spaceId: id } : { siteId: id })),
  }
}

async function installationOf({ sql }: Fetch, integration: string, id: string) {
  const row = await installations(sql)
    .where('integration_installation.id', '=', id)
    .where('integration_installation.integration', '=', integration)
    .executeTakeFirst()
  if (!row) throw notFound('The installation')
  return row
}

function answered({ status, headers, body, isCut }: BundleAnswer): VisitAnswer {
  if (isCut) throw unavailable(`The bundle of the integration answered more than ${maxAnswerBytes} bytes.`)
  return new VisitAnswer(status, { ...chosen(headers, fromBundle), ...isolation }, body)
}

function chosen(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
}
