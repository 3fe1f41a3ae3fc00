import {
  type BulkSiteRedirect,
  type BulkSiteRedirectResult,
  missingResourceOperations,
  type redirectOperations,
  type SiteRedirectDestination,
  SiteRedirectSource,
} from '@quire/contracts'
import { anyOf, badRequest, type Input, newId, prepared, Refusal } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { RedirectRow } from '../../addresses/site-redirects.ts'
import type { SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { findSite, lockSite } from '../../model/sites.state.ts'
import { viewSite, visibleSiteSpaces } from '../../view/site-view.ts'
import { pathOfSource, unlessTaken, visibleRedirects } from './redirects.rules.ts'

type Bulk = SitesContext & Input<typeof redirectOperations.bulkUpsertSiteRedirects>
type Stored = Pick<RedirectRow, 'id' | 'source' | 'path' | 'destination' | 'draft' | 'permanent'>

const Missing = missingResourceOperations.findMissingResources.replies[200]

/** Spaces whose pages are looked up for one request: each costs content some queries. */
const maxSpaces = 50

/**
 * Creates, changes, deletes and publishes redirects, each by itself and in their order: one that cannot be is an error
 * among the results. Pages are looked up before the transaction, all of them in one request.
 */
export const bulkUpsertSiteRedirects = prepared(missingPages, async (context: Bulk, missing) => {
  const { sql, params, body } = context
  const site = await lockSite(sql, params.siteId)
  const targets = await visibleTargets(context)
  const plan = openPlan(await redirectsAt(context, body.redirects))
  const results = body.redirects.map((one): BulkSiteRedirectResult => {
    const { source, intent } = one
    const failed = ({ message }: Refusal) => ({
      status: 'error' as const,
      source,
      draft: intent === 'draft',
      error: message,
    })
    return unlessRefused(() => ({ ...plan.apply(one, destinationOf(one, targets, missing)), source }), failed)
  })
  await store(context, { id: site.id, organizationId: site.organization_id }, plan)
  return { results }
})

/** Returns what `instead` makes of a refusal. */
function unlessRefused<Result, Other>(work: () => Result, instead: (refusal: Refusal) => Other): Result | Other {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return instead(error)
    throw error
  }
}

interface Targets {
  /** The space of each site space that the caller may read. */
  siteSpaces: ReadonlyMap<string, string>
  sections: ReadonlySet<string>
}

async function visibleTargets(context: Bulk): Promise<Targets> {
  const { sql, params } = context
  const view = await viewSite(context, await findSite(sql, params.siteId))
  const spaces = await visibleSiteSpaces(view).clearSelect().select(['site_space.id', 'site_space.space_id']).execute()
  const sections = await sql.selectFrom('site_section').select('id').where('site_id', '=', params.siteId).execute()
  return {
    siteSpaces: new Map(spaces.map(({ id, space_id }) => [id, space_id])),
    sections: new Set(sections.map(({ id }) => id)),
  }
}

/** Returns the keys of the pages that redirects lead to and that do not exist. */
async function missingPages(context: Bulk): Promise<ReadonlySet<string>> {
  const { siteSpaces } = await visibleTargets(context)
  const resources = context.body.redirects.flatMap((one) => {
    const destination = one.intent === 'publish' ? null : one.destination
    if (destination?.kind !== 'site-page') return []
    const space = siteSpaces.get(destination.siteSpaceId)
    return space === undefined ? [] : [{ space, kind: 'page' as const, id: destination.pageId }]
  })
  if (resources.length === 0) return new Set()
  if (new Set(resources.map(({ space }) => space)).size > maxSpaces)
    throw badRequest('body.redirects', `lead to pages of more than ${maxSpaces} spaces: send fewer at once`)
  const { missing } = Missing.parse(await context.call('findMissingResources', { body: { resources } }))
  return new Set(missing.flatMap((at) => keyOf(resources[at]) ?? []))
}

const keyOf = (page: { space: string; id: string } | undefined) => page && `${page.space}/${page.id}`

/** Returns where a redirect leads, or null if it is to be deleted. Throws the refusal that is its error. */
function destinationOf(
  one: BulkSiteRedirect,
  { siteSpaces, sections }: Targets,
  missing: ReadonlySet<string>,
): SiteRedirectDestination | null {
  const destination = one.intent === 'publish' ? null : one.destination
  switch (destination?.kind) {
    case undefined:
      return null
    case 'path':
      throw new Refusal(400, 'A page is named by its id, as the destination of the kind site-page.')
    case 'external':
      return destination
    case 'site-section':
      if (!sections.has(destination.siteSectionId)) throw new Refusal(404, 'The section was not found.')
      return destination
    case 'site-space':
    case 'site-page': {
      const space = siteSpaces.get(destination.siteSpaceId)
      if (space === undefined) throw new Refusal(404, 'The space of the site was not found.')
      if (destination.kind === 'site-page' && missing.has(`${space}/${destination.pageId}`))
        throw new Refusal(404, 'The space has no such page.')
      return destination
    }
  }
}

type At = Stored & { isVisible: boolean }

/** Returns the redirects with these sources; those to what is hidden from the caller too, which take their source. */
async function redirectsAt(context: Bulk, redirects: readonly BulkSiteRedirect[]): Promise<At[]> {
  const { sql, params } = context
  const paths = redirects.flatMap(({ source }) =>
    unlessRefused(
      () => [pathIn(source)],
      () => [],
    ),
  )
  const visible = (await visibleRedirects(context, params.siteId)).select('site_redirect.id')
  return sql
    .selectFrom('site_redirect')
    .select(['id', 'source', 'path', 'destination', 'draft', 'permanent'])
    .select(({ eb }) => eb('id', 'in', visible).as('isVisible'))
    .where('site_id', '=', params.siteId)
    .where('path', '=', anyOf([...new Set(paths)]))
    .execute() as Promise<At[]>
}

function pathIn(source: string): string {
  if (!SiteRedirectSource.safeParse(source).success)
    throw new Refusal(400, 'The source must be a path such as /old/page, without a wildcard.')
  return pathOfSource(source, 'source')
}

/** What the redirects of a request come to: all of it is stored at once. */
function openPlan(existing: readonly At[]) {
  const at = new Map<string, At>(existing.map((row) => [row.path, row]))
  const removed = new Set<string>()
  const changed = new Map<string, Stored>()

  function keep(row: Stored) {
    at.set(row.path, { ...row, isVisible: true })
    changed.set(row.id, row)
  }

  function apply(one: BulkSiteRedirect, destination: SiteRedirectDestination | null) {
    const { source, intent } = one
    const path = pathIn(source)
    const found = at.get(path)
    if (found && !found.isVisible) throw new Refusal(409, 'Another redirect of the site has this source.')
    const isDraft = intent !== 'live'
    if (intent === 'publish' || destination === null) {
      if (found?.draft !== isDraft)
        throw new Refusal(404, `There is no ${isDraft ? 'draft of a redirect' : 'live redirect'} with this source.`)
      if (intent === 'publish') {
        keep({ ...found, draft: false })
        return { status: 'published' as const, draft: false, id: found.id }
      }
      at.delete(path)
      changed.delete(found.id)
      removed.add(found.id)
      return { status: 'deleted' as const, draft: isDraft }
    }
    if (one.captureWildcard) throw new Refusal(400, 'Redirects with wildcards are not supported.')
    if (found && found.draft !== isDraft)
      throw new Refusal(
        409,
        `A ${found.draft ? 'draft' : 'live redirect'} has this source, and a source is taken once.`,
      )
    const { permanent = found?.permanent ?? false } = one
    const id = found?.id ?? newId()
    keep({ id, source, path, destination, draft: isDraft, permanent })
    return { status: found ? ('updated' as const) : ('created' as const), draft: isDraft, id }
  }

  return { apply, removed, changed }
}

async function store(
  { sql, deps }: { sql: Sql; deps: SitesContext['deps'] },
  site: { id: string; organizationId: string },
  { removed, changed }: ReturnType<typeof openPlan>,
): Promise<void> {
  if (removed.size > 0)
    await sql
      .deleteFrom('site_redirect')
      .where('id', '=', anyOf([...removed]))
      .execute()
  if (changed.size === 0) return
  const writing = raw`
    insert into site_redirect (id, organization_id, site_id, source, path, destination, draft, permanent, created_at)
    select id, ${site.organizationId}, ${site.id}, source, path, destination, draft, permanent, ${deps.now()}
    from jsonb_to_recordset(${JSON.stringify([...changed.values()])}::jsonb)
      as given (id text, source text, path text, destination jsonb, draft boolean, permanent boolean)
    on conflict (id) do update set source = excluded.source, destination = excluded.destination,
      draft = excluded.draft, permanent = excluded.permanent, updated_at = excluded.created_at`
  await unlessTaken(writing.execute(sql))
}
