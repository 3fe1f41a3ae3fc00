import { Migration } from '@mikro-orm/migrations'

/** The synchronization of spaces with branches of repositories, and the webhooks that were received. */
export class Content0041 extends Migration {
  override up(): void {
    this.addSql(`create table git_sync (
      id text primary key, organization_id text not null, url text not null, ref text not null,
      directory text not null, host text not null, direction text not null, tree_url text, commit_url text,
      poll_minutes int not null, secret text, webhook_secret text not null, ssh_key text, public_key text,
      known_hosts text not null default '', user_id text not null, member_id text not null, token_kind text not null,
      account text not null, origin text not null, next_at timestamptz not null, wishes int not null default 0, live text, error text,
      checked_at timestamptz, created_at timestamptz not null, updated_at timestamptz not null,
      claim text, claimed_until timestamptz, attempts int not null default 0)`)
    this.addSql('create index git_sync_turn on git_sync (origin, account, id)')
    this.addSql(`create table git_delivery (
      space_id text not null, digest text not null, received_at timestamptz not null,
      primary key (space_id, digest))`)
    this.addSql('create index git_delivery_received on git_delivery (received_at)')
  }
}
