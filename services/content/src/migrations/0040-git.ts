import { Migration } from '@mikro-orm/migrations'

/** Imports from and exports to Git repositories, and what a space and a repository last had in common. */
export class Content0040 extends Migration {
  override up(): void {
    this.addSql(`alter table import_run
      add column git jsonb, add column git_secret text, add column git_at timestamptz, add column git_commit text`)
    this.addSql(`create index import_run_git on import_run (space_id, git_at, id)
      where status in ('pending', 'in-progress') and git_at is not null`)
    this.addSql('create index import_run_git_of_space on import_run (space_id, id) where git_at is not null')
    this.addSql('alter table revision add column git jsonb')
    this.addSql('alter table space add column git_sync jsonb')
    this.addSql(`create table space_git (
      space_id text primary key, source text not null, ref text not null, commit_oid text not null,
      revision text not null, change_request text, at timestamptz not null)`)
  }
}
