import { Migration } from '@mikro-orm/migrations'

/** Notes who gave the credentials of a synchronization, whoever sets it up after them. Of earlier ones nobody is known. */
export class Content0073 extends Migration {
  override up(): void {
    this.addSql('alter table git_sync add column secret_by text')
  }
}
