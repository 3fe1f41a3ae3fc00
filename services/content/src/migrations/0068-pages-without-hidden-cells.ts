import { LongMigration } from '@quire/kit'

/** The spaces of a step, whose texts are all read. */
const rowsInBatch = 50
/** Matches texts with tables of which readers may not see all cells. */
const pattern = `'data-(hidden|card-)'`

/**
 * Reads the texts again that were indexed with cells that readers do not see, and indexes their spaces. The job does not do
 * that at once, since it would read them as before in processes of the version before. Until then the stored sections are
 * presented.
 */
export class Content0068 extends LongMigration {
  override async up(): Promise<void> {
    await this.forgetSections()
    await this.updateInBatches({
      ...{ table: 'search_space', key: 'space_id', rowsInBatch },
      set: `revision = null, target = null, after_page = null, attempts = 0, error = null,
        try_at = now() + interval '15 minutes'`,
      where: `(revision is not null or target is not null) and exists (
        select from space join document on document.store = space.store
        where space.id = t.space_id and document.markdown ~* ${pattern})`,
    })
  }

  /** A text without links is parsed when its page is indexed. */
  private async forgetSections(): Promise<void> {
    let last: unknown = null
    for (;;) {
      const [batch] = await this.execute(
        `with stores as (
           select distinct store from space where ?::text is null or store > ? order by store limit ${rowsInBatch}),
         forgotten as (
           update document set links = null from stores
           where document.store = stores.store and links is not null and markdown ~* ${pattern})
         select max(store) as last from stores`,
        [last, last],
      )
      last = batch?.last ?? null
      if (last === null) return
    }
  }
}
