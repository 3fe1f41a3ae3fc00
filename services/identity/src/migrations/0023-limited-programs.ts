import { Migration } from '@mikro-orm/migrations'

/** The session of single sign-on in which a program was let in: the permission ends with it. */
export class Identity0023 extends Migration {
  override up(): void {
    this.addSql('alter table program add column session_id text')
    this.addSql('create index program_of_session on program (session_id) where session_id is not null')
  }
}
