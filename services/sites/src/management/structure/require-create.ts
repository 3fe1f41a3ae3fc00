import { atLeast, spaceLevels } from '@quire/access'
import { forbidden } from '@quire/kit'
import type { SitesContext } from '../../context.ts'

/**
 * Throws 403 unless the caller has `create` or more on every space of the site, or on those that match `only`
 * (docs/interface.md#sites). Deleted spaces count too: a restored space is published on its site again without another
 * check.
 */
export async function requireCreateOnSpaces(
  { sql, access }: SitesContext,
  siteId: string,
  only?: { 'site_space.id': string } | { 'site_space.section_id': string },
): Promise<void> {
  const onSite = await sql
    .selectFrom('site_space')
    .innerJoin('space', 'space.id', 'site_space.space_id')
    .select('space.id')
    .where('site_space.site_id', '=', siteId)
    .$if(only !== undefined, (some) => some.where((row) => row.and(only ?? {})))
    .execute()
  const ids = onSite.map(({ id }) => id)
  const levels = await spaceLevels(sql, access.member, ids, { deleted: true })
  if (ids.every((id) => atLeast(levels.get(id) ?? 'none', 'create'))) return
  throw forbidden('This opens spaces on the site to more people: it needs the role "create" on each of them.')
}
