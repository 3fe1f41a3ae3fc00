import { Migration } from '@mikro-orm/migrations'

/** Records with what a space and a repository have in common the address that links out of its folder got. */
export class Content0046 extends Migration {
  override up(): void {
    this.addSql('alter table space_git add column tree_url text')
  }
}
