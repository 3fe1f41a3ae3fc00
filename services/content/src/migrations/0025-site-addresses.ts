import { Migration } from '@mikro-orm/migrations'

/** Where a space of a site is found, which sites tells; it is asked again for what it told without that. */
export class Content0025 extends Migration {
  override up(): void {
    this.addSql('alter table site_space add column address text')
    this.addSql('delete from projector_position')
  }
}
