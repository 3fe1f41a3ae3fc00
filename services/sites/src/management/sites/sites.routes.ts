import { siteVisibleTo, spaceLevels } from '@quire/access'
import { ContentTitle, Id, site, siteOperations, type UpdateSite } from '@quire/contracts'
import {
  absent,
  anyOf,
  badRequest,
  conflict,
  containing,
  countOf,
  created,
  deleted,
  type Input,
  keysetPage,
  listOf,
  newId,
  prepared,
  violates,
} from '@quire/kit'
import { z } from 'zod'
import { implementWith, type SitesContext } from '../../context.ts'
import { type DeliveryNeeds, queueSiteEvent } from '../../integrations/events/installation-events.ts'
import { recordBasename } from '../../model/address-history.ts'
import { changeSite, lockSite, type SiteRow, type SiteWriter, siteState } from '../../model/sites.state.ts'
import { countedSites, presentSite, presentSiteById } from '../../view/sites.present.ts'
import { claimHostname, claimProxy, requireAdmin, requireHostname, requireProxy } from '../hostnames/hostname-claims.ts'
import type { HostnameNeeds } from '../hostnames/hostnames-config.ts'
import { requireCreateOnSpaces } from '../structure/require-create.ts'
import { addSiteSpaces, requireAddableSpaces, type SpaceToAdd } from '../structure/site-spaces.rules.ts'
import { removeSite } from './purge-organization.ts'
import { changesClaims, chooseDefaults, freeBasename, requireLiveSpace, untitled, widens } from './sites.rules.ts'

type Create = SitesContext & Input<typeof siteOperations.createSite>

const sampleTemplate = 'product-docs'

const CreatedSpace = z.object({ id: Id, title: z.string() })

/**
 * Creates an unpublished site with the named spaces, or with a space that is created for it. Content may take a while
 * to create one, so the request to content precedes the transaction.
 */
const createSite = prepared(
  async (context: Create) => (typeof context.body.spaces === 'string' ? createSpace(context) : undefined),
  async (context: Create, made) => {
    const spaces = made ? [made] : await namedSpaces(context)
    const row = await insertSite(context)
    await addSiteSpaces(context, row, null, spaces)
    // The number is known here: the event of a space that was just created has not arrived yet.
    return created(presentSite({ ...row, site_spaces: spaces.length }, context.access, context.deps.publicUrl))
  },
)

type List = SitesContext & Input<typeof siteOperations.listSites>

export const siteRoutes = implementWith<HostnameNeeds & DeliveryNeeds>()(siteOperations, {
  listSites,
  createSite,

  getSiteById: (context) => presentSiteById(context, context.params.siteId),

  async updateSiteById(context) {
    const { sql, params, body } = context
    const { visibility } = body
    const before = await lockSite(sql, params.siteId)
    if ((visibility !== undefined && widens(before.visibility, visibility)) || changesClaims(before, body)) {
      await requireCreateOnSpaces(context, before.id)
    }
    await chooseDefaults(context, before)
    await requireAdminForHosts(context)
    await changeHostname(context, before)
    await changeProxy(context, before)
    await applyUpdate(context, before.id, body)
    if (before.basename !== null && ![undefined, before.basename].includes(body.basename))
      await recordBasename(sql, before.id, before.basename)
    return presentSiteById(context, before.id)
  },

  async deleteSiteById(context) {
    const { sql, access, params } = context
    const row = await sql
      .selectFrom('site')
      .selectAll()
      .where('id', '=', params.siteId)
      .where('organization_id', '=', access.organizationId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return absent()
    context.audit({ target: { id: row.id, label: row.title } })
    // Checked now, because at the end of the write there is no site left to check.
    await context.askAgain()
    await removeSite(context, row.id)
    return deleted()
  },

  /** Publishing a published site repeats the checks and changes nothing else. */
  async publishSite(context) {
    const { sql, params } = context
    const before = await lockSite(sql, params.siteId)
    const { basename, title } = before
    await requireLiveSpace(sql, params.siteId)
    await requireCreateOnSpaces(context, params.siteId)
    await changeSite(context, params.siteId, {
      published: true,
      ...(basename === null && { basename: await freeBasename(sql, title) }),
    })
    if (!before.published) await queueSiteEvent(context, before, 'site_published')
    return presentSiteById(context, params.siteId)
  },

  async unpublishSite(context) {
    const { sql, params } = context
    const before = await lockSite(sql, params.siteId)
    await changeSite(context, params.siteId, { published: false })
    if (before.published) await queueSiteEvent(context, before, 'site_unpublished')
    return presentSiteById(context, params.siteId)
  },
})

type Update = SitesContext<HostnameNeeds> & Input<typeof siteOperations.updateSiteById>

/**
 * Throws 403 unless an administrator of the organization asks for a hostname or a proxy. The role is read again, because it may
 * have changed while the request waited for the lock.
 */
async function requireAdminForHosts(context: Update) {
  const { hostname, proxy } = context.body
  if (hostname === undefined && proxy === undefined) return
  await context.askAgain()
  requireAdmin(context.access)
}

async function changeHostname(context: Update, site: SiteRow) {
  const { body, deps } = context
  if (body.hostname === undefined) return
  if (body.hostname !== null) requireHostname(body.hostname, { publicUrl: deps.publicUrl, ...deps.hostnames })
  await claimHostname(context, site, body.hostname)
}

async function changeProxy(context: Update, site: SiteRow) {
  const { body, deps } = context
  if (body.proxy === undefined) return
  if (body.proxy !== null) requireProxy(body.proxy, { publicUrl: deps.publicUrl, ...deps.hostnames })
  await claimProxy(context, site, body.proxy)
}

/** Applies the fields of the body that are set; throws 409 if any other site, of any organization, has the basename. */
async function applyUpdate(writing: SiteWriter, id: string, body: z.output<typeof UpdateSite>) {
  const { title, visibility, basename, agentsContext, adaptiveContent } = body
  try {
    await changeSite(writing, id, {
      ...{ title, visibility, basename },
      ...(agentsContext && { agents_context: agentsContext }),
      ...(adaptiveContent && { adaptive_content: adaptiveContent.enabled }),
    })
  } catch (error) {
    if (violates(error, 'site_basename')) throw conflict('Another site has this basename: choose another.')
    throw error
  }
}

/** Lists the sites of an organization that the caller sees, oldest first. */
async function listSites(context: List) {
  const { sql, access, page, cursors, deps } = context
  if (!(await mayMatch(context))) return { items: [], count: 0 }
  const matching = filtered(context)
  return listOf({
    page,
    cursors,
    rows: await keysetPage(matching, page, ['site.id']).execute(),
    present: (row) => presentSite(row, access, deps.publicUrl),
    after: (row) => [row.id],
    count: () => countOf(sql, matching.clearSelect().select('site.id')),
  })
}

/** False if the filter names a space that is hidden from the caller: no site matches then. */
async function mayMatch({ sql, access, query }: List): Promise<boolean> {
  if (query.space === undefined) return true
  const level = (await spaceLevels(sql, access.member, [query.space])).get(query.space)
  return level !== undefined && level !== 'none'
}

function filtered({ sql, access, query: { title, published, type, space } }: List) {
  let sites = countedSites(sql, access.member)
    .where('site.organization_id', '=', access.organizationId)
    .where(siteVisibleTo(access.member))
  if (title !== undefined) sites = sites.where('site.title', 'ilike', containing(title))
  if (published !== undefined) sites = sites.where('site.published', '=', published)
  if (type !== undefined) sites = sites.where('site.type', '=', anyOf(type))
  if (space === undefined) return sites
  return sites.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('site_space')
        .select('site_space.id')
        .whereRef('site_space.site_id', '=', 'site.id')
        .where('site_space.space_id', '=', space),
    ),
  )
}

/**
 * Creates the space through content, with the caller's rights, empty or from a template. The space gets the site's
 * title if that is a valid title of a space.
 */
async function createSpace({ call, params, body }: Create): Promise<SpaceToAdd> {
  const title = ContentTitle.safeParse(body.title).data
  const template = body.spaces === 'sample' ? { id: sampleTemplate } : undefined
  return CreatedSpace.parse(await call('createSpace', { params, body: { title, template } }))
}

async function namedSpaces(context: Create): Promise<SpaceToAdd[]> {
  const { spaces = [] } = context.body
  if (typeof spaces === 'string') return []
  const repeated = spaces.findIndex((id, index) => spaces.indexOf(id) < index)
  if (repeated >= 0) throw badRequest(`body.spaces.${repeated}`, 'is named twice')
  return requireAddableSpaces(context, spaces, (index) => `body.spaces.${index}`)
}

async function insertSite({ sql, emit, access, body, deps }: Create) {
  const row = await sql
    .insertInto('site')
    .values({
      id: newId(),
      organization_id: access.organizationId,
      type: body.type ?? 'basic',
      title: body.title ?? untitled,
      basename: null,
      visibility: body.visibility ?? 'public',
      published: false,
      agents_context: 'included',
      adaptive_content: null,
      default_site_space: null,
      default_section: null,
      proxy: null,
      hostname: null,
      generation: 1,
      version: 1,
      created_at: deps.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  emit(site.saved, siteState(row, deps.publicUrl))
  return row
}
