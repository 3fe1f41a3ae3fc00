import { Migration } from '@mikro-orm/migrations'

/** Reads the spaces again of which a page was stored with comments, which readers do not see: they may be quoted. */
export class Ai0033 extends Migration {
  override up(): void {
    this.addSql(`
      update search_space set revision = null, target = null, target_version = null, after_page = null,
        attempts = 0, error = null, try_at = null, wanted_at = now()
      where wanted is not null and exists (
        select from page where page.space_id = search_space.space_id and page.sections::text like '%<!--%')`)
  }
}
