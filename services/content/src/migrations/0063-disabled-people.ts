import { Migration } from '@mikro-orm/migrations'
import { askForAllStates } from '@quire/kit'

/** People whom the operator has disabled, in whose name nothing goes on; identity is asked for all of them. */
export class Content0063 extends Migration {
  override up(): void {
    this.addSql('alter table person add column disabled boolean not null default false')
    this.addSql(askForAllStates)
  }
}
