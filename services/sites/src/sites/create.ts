import { ContentTitle, Id, site, type siteOperations } from '@quire/contracts'
import { badRequest, created, type Input, newId, prepared } from '@quire/kit'
import { z } from 'zod'
import type { SitesContext } from '../context.ts'
import { addSiteSpaces, type SpaceToAdd, spacesToOpen } from '../site-spaces/site-spaces.rules.ts'
import { siteState } from '../states/sites.state.ts'
import { presentSite } from './sites.present.ts'

type Create = SitesContext & Input<typeof siteOperations.createSite>

const untitled = 'Untitled'
const sampleTemplate = 'product-docs'
const CreatedSpace = z.object({ id: Id, title: z.string() })

/**
 * A new site, not published, with the spaces named or with one that is created for it. Content may need a while for that
 * one, so it is made before the transaction.
 */
export const createSite = prepared(
  async (context: Create) => (typeof context.body.spaces === 'string' ? createSpace(context) : undefined),
  async (context: Create, made) => {
    const spaces = made ? [made] : await namedSpaces(context)
    const row = await insertSite(context)
    await addSiteSpaces(context, row, null, spaces)
    // Counted here: a space that was just created has not arrived as an event yet.
    return created(presentSite({ ...row, site_spaces: spaces.length }, context.deps.publicUrl))
  },
)

/**
 * Content makes the space, under the caller's rights, empty or from a template. It gets the site's title, where that fits
 * a space.
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
  return spacesToOpen(context, spaces, (index) => `body.spaces.${index}`)
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
