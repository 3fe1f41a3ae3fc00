import { LongMigration } from '@quire/kit'

/** The indexes by which the contributors of a space are found one by one (`reading/contributors/space-contributors.ts`). */
export class Content0069 extends LongMigration {
  override async up(): Promise<void> {
    await this.indexConcurrently(
      'change_request_contributor_editor',
      `on change_request_contributor (space_id, ('u' || user_id)) where action_type = 'edit'`,
    )
    // A name has no bound, and an entry of an index has one.
    await this.indexConcurrently(
      'revision_maker',
      `on revision (space_id, (case when author is null then 'u' || created_by else 'a' || left(author, 200) end))
        where change_request_id is null and kind in ('edits', 'import')`,
    )
  }
}
