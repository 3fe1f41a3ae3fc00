import { Migration } from '@mikro-orm/migrations'

/** Records the commits that exports push before they do, and whether a repository may lack a part of its space. */
export class Content0065 extends Migration {
  override up(): void {
    this.addSql(`create table git_push (
      space_id text primary key, source text not null, ref text not null, commit_oid text not null,
      revision text not null)`)
    this.addSql('alter table space_git add column is_more boolean not null default false')
  }
}
