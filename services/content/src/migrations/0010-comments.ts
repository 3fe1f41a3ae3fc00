import { Migration } from '@mikro-orm/migrations'

/** Indexes for the filters of a space's comments; the first also leads from a space to all of its comments. */
export class Content0010 extends Migration {
  override up(): void {
    this.addSql('create index comment_author on comment (space_id, posted_by, id)')
    this.addSql('create index comment_page on comment (space_id, page_id, id) where page_id is not null')
    this.addSql('create index comment_status on comment (space_id, status, id) where change_request_id is null')
  }
}
