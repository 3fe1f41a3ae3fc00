import { Migration } from '@mikro-orm/migrations'
import { askForAllStates } from '@quire/kit'

/** The address of a space on a site. The sites service is asked to repeat its events, which now contain it. */
export class Content0025 extends Migration {
  override up(): void {
    this.addSql('alter table site_space add column address text')
    this.addSql(askForAllStates)
  }
}
