import { ContentTitle, Id, site, type siteOperations } from '@quire/contracts'
import { badRequest, created, type Input, newId, prepared } from '@quire/kit'
import { z } from 'zod'
import type { SitesContext } from '../../context.ts'
import { siteState } from '../../model/sites.state.ts'
import { presentSite } from '../../view/sites.present.ts'
import { addSiteSpaces, requireAddableSpaces, type SpaceToAdd } from '../structure/site-spaces.rules.ts'

type Create = SitesContext & Input<typeof siteOperations.createSite>

const untitled = 'Untitled'
const sampleTemplate = 'product-docs'
const CreatedSpace = z.object({ id: Id, title: z.string() })

/**
 * Creates an unpublished site with the named spaces, or with a space that is created for it. Content may take a while
 * to create one, so the request to content precedes the transaction.
 */
export const createSite = prepared(
  async (context: Create) => (typeof context.body.spaces === 'string' ? createSpace(context) : undefined),
  async (context: Create, made) => {
    const spaces = made ? [made] : await namedSpaces(context)
    const row = await insertSite(context)
    await addSiteSpaces(context, row, null, spaces)
    // The number is known here: the event of a space that was just created has not arrived yet.
    return created(presentSite({ ...row, site_spaces: spaces.length }, context.deps.publicUrl))
  },
)

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
