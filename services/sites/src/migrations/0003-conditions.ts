import { Migration } from '@mikro-orm/migrations'

/** Adds the condition of site spaces. */
export class Sites0003 extends Migration {
  override up(): void {
    this.addSql('alter table site_space add column condition text')
  }
}
