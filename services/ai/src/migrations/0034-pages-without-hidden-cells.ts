import { LongMigration } from '@quire/kit'

/** The spaces of a step, whose pages are all read. */
const rowsInBatch = 50

/**
 * Reads the spaces again of which a page was stored with cells that readers do not see: they may be quoted. Not at once,
 * since processes of the version before would read them as before.
 */
export class Ai0034 extends LongMigration {
  override async up(): Promise<void> {
    await this.updateInBatches({
      ...{ table: 'search_space', key: 'space_id', rowsInBatch },
      set: `revision = null, target = null, target_version = null, after_page = null, attempts = 0, error = null,
        try_at = now() + interval '15 minutes', wanted_at = now()`,
      where: `wanted is not null and (revision is not null or target is not null) and exists (
        select from page where page.space_id = t.space_id and page.sections::text ~* 'data-(hidden|card-)')`,
    })
  }
}
