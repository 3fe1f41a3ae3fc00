import { Migration } from '@mikro-orm/migrations'

/** Creates the hostnames that sites want; `site.hostname` is the verified one (docs/adr/0021). */
export class Sites0009 extends Migration {
  override up(): void {
    this.addSql(`
      create table custom_hostname (
        site_id text primary key references site on delete cascade,
        organization_id text not null,
        hostname text not null,
        dns_status text,
        dns_failures int not null,
        dns_failing_since timestamptz,
        dns_due_at timestamptz not null
      )`)
    this.addSql('create index custom_hostname_name on custom_hostname (hostname, site_id)')
    this.addSql('create index custom_hostname_due on custom_hostname (dns_due_at)')
  }
}
