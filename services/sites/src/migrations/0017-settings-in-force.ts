import { Migration } from '@mikro-orm/migrations'

/** Paths of settings that were accepted without an effect, with the values that are no longer accepted. */
const without: readonly (readonly [path: string, values: readonly string[] | undefined])[] = [
  ['{feedback}', undefined],
  ['{git}', undefined],
  ['{insights}', undefined],
  ['{advancedCustomization}', undefined],
  ['{socialAccounts}', undefined],
  ['{ai,integrationId}', undefined],
  // Asking was offered whatever the mode was; it stays so until somebody turns it off.
  ['{ai,mode}', ['none']],
  ['{internationalization,locale}', ['nl', 'no', 'pt-br', 'ru']],
  ['{styling,icons}', ['duotone', 'light', 'thin']],
  ['{styling,font}', ['ABCFavorit']],
]

/**
 * Removes settings that never had an effect and are refused now, so that what is presented is in force, and can be sent
 * back. Fonts at addresses outside the site go too: no page may load them.
 */
export class Sites0017 extends Migration {
  override up(): void {
    for (const table of ['site_customization', 'site_space_customization']) {
      for (const [path, values] of without) {
        const among = values ? ` and settings #>> '${path}' in (${values.map((one) => `'${one}'`).join(', ')})` : ''
        this.addSql(
          `update ${table} set settings = settings #- '${path}' where settings #> '${path}' is not null${among}`,
        )
      }
      for (const font of ['font', 'monospaceFont'])
        this.addSql(
          `update ${table} set settings = settings #- '{styling,${font}}' where jsonb_typeof(settings #> '{styling,${font}}') = 'object'`,
        )
      this.addSql(`
        update ${table} set settings = jsonb_set(settings, '{pageActions,items}', (settings #> '{pageActions,items}') - 'git')
        where settings #> '{pageActions,items}' @> '["git"]'`)
    }
  }
}
