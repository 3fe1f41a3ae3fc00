import { hash } from 'node:crypto'
import type { SitesContext } from '../../context.ts'
import { siteAddress } from '../../states/site-address.ts'
import type { OpenSite, Variant } from '../frame/model.ts'
import { defaultSettings } from '../theme/default-settings.ts'

/** The site of this name as anybody may read it; undefined where there is none. */
export async function openSite(
  { sql, deps }: Pick<SitesContext, 'sql' | 'deps'>,
  name: string,
): Promise<OpenSite | undefined> {
  const rows = await sql
    .selectFrom('site')
    .innerJoin('site_space', 'site_space.site_id', 'site.id')
    .innerJoin('space', 'space.id', 'site_space.space_id')
    .select(['site.id', 'site.organization_id', 'site.title', 'site.basename', 'site.visibility'])
    .select([
      'site.default_site_space',
      'site_space.id as variant',
      'site_space.path',
      'site_space.space_id',
      'space.state',
    ])
    .where((where) => where.or([where('site.basename', '=', name), where('site.id', '=', name)]))
    .where('site.published', '=', true)
    .where('site.visibility', 'in', ['public', 'unlisted'])
    // What a condition is asked of is not known here, so what stands under one is shown to nobody.
    .where('site_space.condition', 'is', null)
    .where('space.deleted_at', 'is', null)
    .whereRef('space.organization_id', '=', 'site_space.organization_id')
    .orderBy('site_space.order_key')
    .execute()
  const [site] = rows
  if (!site) return undefined
  const first = rows.find(({ variant, default_site_space }) => variant === default_site_space) ?? site
  const variants = rows.map(({ variant, path, space_id, state }): Variant => {
    const isFirst = variant === first.variant
    return {
      ...{ id: variant, spaceId: space_id, revision: state.revision, title: state.title },
      ...{ emoji: state.emoji ?? undefined, icon: state.icon ?? undefined, language: state.language ?? undefined },
      path: isFirst ? '' : `/${path}`,
      aliases: isFirst ? [`/${path}`] : [],
    }
  })
  variants.sort((one, other) => Number(other.path === '') - Number(one.path === ''))
  const address = siteAddress(site, deps.publicUrl)
  const open = {
    id: site.id,
    organizationId: site.organization_id,
    title: site.title,
    address,
    base: new URL(address).pathname.replace(/\/$/, ''),
    structure: [{ kind: 'section' as const, id: '', title: '', variants }],
    settings: defaultSettings,
  }
  return {
    ...open,
    version: hash('sha256', JSON.stringify(open), 'base64url'),
    audience: {
      isPublic: true,
      isIndexed: site.visibility === 'public',
      key: site.visibility,
      holds: () => false,
      valueOf: () => undefined,
    },
  }
}
