import {
  type ContentKitContext,
  ContentKitRenderOutput,
  enabledIntegrationOperations,
  installationOperations,
  type RenderIntegrationUI,
} from '@quire/contracts'
import { conflict, newId, notFound, unavailable } from '@quire/kit'
import type { SignerNeeds } from '../../audience/site-signer.ts'
import type { SitesContext } from '../../context.ts'
import { environmentOf, messageTo, receiverOf } from '../delivery/compose-message.ts'
import { type Message, nameOf, ReceiverFailed, type ReceiverNeeds, send } from '../delivery/receivers.ts'
import { type CountedInstallation, installations } from '../installations/installations.present.ts'
import { enabledIn } from '../published/enabled-integrations.ts'

export type RenderingNeeds = SignerNeeds & ReceiverNeeds

type Render = SitesContext<RenderingNeeds> & { params: { integrationName: string } }

const timeoutMs = 5000
const maxAnswerBytes = 256 * 1024
/** Levels of an answer, which is read level by level. */
const maxDepth = 60

/**
 * Has the endpoint or the bundle of an integration render a component, by an event of the type `ui_render`. The caller must
 * administer what is configured, or read the space of the document, in which the integration must be enabled. Throws 409
 * if it has neither, and 503 if it fails or answers with anything else than elements.
 */
export async function renderComponent(context: Render, request: RenderIntegrationUI): Promise<ContentKitRenderOutput> {
  const { sql, params, deps, userId, signal } = context
  const { installation, spaceId, siteId } = await placeOf(context, request.context)
  const integration = await sql
    .selectFrom('integration')
    .selectAll()
    .where('name', '=', params.integrationName)
    .executeTakeFirst()
  const to = integration && receiverOf(integration, installation.organization_id, { ...deps, sql })
  if (!integration || !to) throw conflict('The integration has no endpoint and no bundle that renders components.')
  const id = newId()
  const place = { ...(spaceId !== undefined && { spaceId }), ...(siteId !== undefined && { siteId }) }
  const event = {
    eventId: id,
    type: 'ui_render',
    installationId: installation.id,
    ...place,
    auth: { userId },
    ...request,
  }
  const about = { integration: integration.name, installation_id: installation.id, payload: place }
  const environment = await environmentOf(
    integration,
    installation,
    { ...about, organization_id: installation.organization_id },
    { ...deps, sql },
  )
  return ask(messageTo(to, id, { event, environment }), deps, signal)
}

interface Place {
  installation: CountedInstallation
  spaceId?: string | undefined
  siteId?: string | undefined
}

/** Decides whether the caller may have something rendered in this place; throws 403 or 404 else. */
async function placeOf(context: Render, place: ContentKitContext): Promise<Place> {
  const { sql, params } = context
  switch (place.type) {
    case 'configuration_account':
      return { installation: await administered(context, place.organizationId) }
    case 'configuration_contentsource':
      return { installation: await administered(context, place.organizationId) }
    case 'configuration_site': {
      const site = await sql
        .selectFrom('site')
        .select('organization_id')
        .where('id', '=', place.siteId)
        .executeTakeFirst()
      if (!site) throw notFound('The site')
      return { installation: await administered(context, site.organization_id), siteId: place.siteId }
    }
    case 'configuration_space':
    case 'document': {
      const { spaceId } = place
      const { organizationId } = await readableSpace(context, spaceId)
      if (place.type === 'configuration_space')
        return { installation: await administered(context, organizationId), spaceId }
      const enabled = await enabledIn(sql, organizationId, { spaceId })
      if (!enabled.some(({ name }) => name === params.integrationName)) throw notFound('The installation')
      return { installation: await installationIn(context, organizationId), spaceId }
    }
  }
}

const readableSpace = (context: Render, spaceId: string) =>
  context.authorize({
    ...context,
    operation: enabledIntegrationOperations.listSpaceIntegrations,
    params: { spaceId },
    beside: undefined,
  })

async function administered(context: Render, organizationId: string): Promise<CountedInstallation> {
  const operation = installationOperations.listOrganizationInstallations
  await context.authorize({ ...context, operation, params: { organizationId }, beside: undefined })
  return installationIn(context, organizationId)
}

async function installationIn({ sql, params }: Render, organizationId: string): Promise<CountedInstallation> {
  const row = await installations(sql)
    .where('integration_installation.organization_id', '=', organizationId)
    .where('integration_installation.integration', '=', params.integrationName)
    .executeTakeFirst()
  if (!row) throw notFound('The installation')
  return row
}

async function ask(message: Message, needs: ReceiverNeeds, signal: AbortSignal): Promise<ContentKitRenderOutput> {
  const subject = `The ${nameOf(message)} of the integration`
  try {
    const answer = await send(message, needs, { maxBytes: maxAnswerBytes, timeoutMs, signal })
    if (answer.status !== 200) throw unavailable(`${subject} answered ${answer.status}.`)
    if (answer.isCut) throw unavailable(`${subject} answered more than ${maxAnswerBytes} bytes.`)
    return readElements(answer.body.toString('utf8'), subject)
  } catch (error) {
    if (!(error instanceof ReceiverFailed)) throw error
    throw unavailable(`${subject} ${error.problem}.`)
  }
}

/** Parses the elements of an answer, without fields that the published schema does not have. */
function readElements(text: string, subject: string): ContentKitRenderOutput {
  const { data, error } = ContentKitRenderOutput.safeParse(jsonOf(text))
  if (!error) return data
  const field = error.issues[0]?.path.join('.')
  throw unavailable(`${subject} answered no elements of ContentKit${field ? `: see ${field}` : ''}.`)
}

/** Returns the parsed JSON; undefined if it is none, or is nested too deeply. */
function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return depthOf(value) > maxDepth ? undefined : value
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}
