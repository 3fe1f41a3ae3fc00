import { Migration } from '@mikro-orm/migrations'

/** Import runs, pending, performed and retained for a while. */
export class Content0018 extends Migration {
  override up(): void {
    this.addSql(`
      create table import_run (
        id text primary key,
        organization_id text not null,
        space_id text not null,
        change_request_id text,
        page_id text,
        source text not null,
        url text,
        files text[],
        is_call boolean not null,
        user_id text not null,
        member_id text not null,
        token_kind text not null,
        token_id text,
        status text not null,
        refusal smallint,
        reason text,
        imported_resources int not null default 0,
        total_resources int not null default 0,
        failures jsonb not null default '[]',
        failure_count int not null default 0,
        pages jsonb not null default '[]',
        page_count int not null default 0,
        revision text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        started_at timestamptz,
        completed_at timestamptz,
        claim text,
        claimed_until timestamptz,
        attempts int not null default 0
      )`)
    const underWay = `status in ('pending', 'in-progress')`
    this.addSql(`create index import_run_waiting on import_run (id) where ${underWay}`)
    this.addSql(`create index import_run_waiting_in on import_run (organization_id) where ${underWay}`)
    // Prevents one person from starting the same import twice. Hashed, because an address may be too long for an index.
    this.addSql(`
      create unique index import_run_call on import_run (
        member_id, space_id, coalesce(change_request_id, ''), coalesce(page_id, ''), source, md5(url)
      ) where ${underWay} and is_call`)
    this.addSql('create index import_run_listed on import_run (organization_id, id)')
    this.addSql('create index import_run_space on import_run (space_id)')
    this.addSql(`create index import_run_ended on import_run (updated_at) where not ${underWay}`)
  }
}
