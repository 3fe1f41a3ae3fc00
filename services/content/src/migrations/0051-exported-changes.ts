import { Migration } from '@mikro-orm/migrations'

/** Adds to what a space and a repository have in common which changes of people the repository has. */
export class Content0051 extends Migration {
  override up(): void {
    this.addSql('alter table space_git add column exported text')
    this.addSql('update space_git set exported = revision')
  }
}
