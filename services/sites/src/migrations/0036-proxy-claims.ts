import { Migration } from '@mikro-orm/migrations'

/**
 * Creates the proxies that sites want; `site.proxy` is the proved one (docs/adr/0021). No host of an earlier proxy was
 * proved, so each becomes a wish, which DNS decides.
 */
export class Sites0036 extends Migration {
  override up(): void {
    this.addSql(`
      create table proxy_claim (
        site_id text primary key references site on delete cascade,
        organization_id text not null,
        proxy text not null,
        hostname text not null,
        dns_status text,
        dns_failures int not null,
        dns_failing_since timestamptz,
        dns_due_at timestamptz not null
      )`)
    this.addSql('create index proxy_claim_name on proxy_claim (hostname, site_id)')
    this.addSql('create index proxy_claim_due on proxy_claim (dns_due_at)')
    this.addSql(`
      insert into proxy_claim (site_id, organization_id, proxy, hostname, dns_failures, dns_due_at)
      select id, organization_id, proxy, lower(split_part(proxy, '/', 1)), 0, now() from site where proxy is not null`)
    this.addSql('update site set proxy = null where proxy is not null')
  }
}
