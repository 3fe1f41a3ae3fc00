import { Migration } from '@mikro-orm/migrations'

/** When a space of a site is shown to a visitor. */
export class Sites0003 extends Migration {
  override up(): void {
    this.addSql('alter table site_space add column condition text')
  }
}
