import type { CustomFont } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'

/**
 * Replaces a custom font in the settings of all sites of its organization; without a replacement these sites have the
 * default font again. The font's row is locked, so no settings that name the earlier files can be stored meanwhile.
 */
export async function replaceInSettings(
  sql: Sql,
  organizationId: string,
  fontId: string,
  font: CustomFont | undefined,
): Promise<void> {
  for (const name of ['font', 'monospaceFont']) {
    const path = raw<string>`${`{styling,${name}}`}::text[]`
    await sql
      .updateTable('site_customization')
      .set({
        settings: font
          ? raw<string>`jsonb_set(settings, ${path}, ${JSON.stringify(font)}::jsonb)`
          : raw<string>`settings #- ${path}`,
      })
      .where(raw<string>`settings #>> ${`{styling,${name},id}`}::text[]`, '=', fontId)
      .where('site_id', 'in', (from) =>
        from.selectFrom('site').select('site.id').where('site.organization_id', '=', organizationId),
      )
      .execute()
  }
}
