import { Migration } from '@mikro-orm/migrations'

/** Names that sites had, and addresses that their spaces have or had: all of them lead on to the current ones. */
export class Sites0013 extends Migration {
  override up(): void {
    this.addSql(`
      create table basename_history (
        basename text primary key,
        site_id text not null references site on delete cascade,
        since timestamptz not null default now()
      )`)
    this.addSql('create index basename_history_site on basename_history (site_id, since)')
    this.addSql(`
      create table address_history (
        site_id text not null references site on delete cascade,
        address text not null,
        site_space_id text not null references site_space on delete cascade,
        since timestamptz not null default now(),
        primary key (site_id, address)
      )`)
    this.addSql('create index address_history_space on address_history (site_space_id)')
    this.addSql(`
      insert into address_history (site_id, address, site_space_id)
      select site_id, address, id from site_space where address is not null on conflict do nothing`)
  }
}
