import { Migration } from '@mikro-orm/migrations'
import { askForAllStates } from '@quire/kit'

/** The addresses of people, for the claims about visitors of internal sites; identity is asked for all of them. */
export class Sites0063 extends Migration {
  override up(): void {
    this.addSql('create table person (id text primary key, email text not null)')
    this.addSql(askForAllStates)
  }
}
