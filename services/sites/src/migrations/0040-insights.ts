import { Migration } from '@mikro-orm/migrations'

const texts = (...names: string[]) => names.map((name) => `${name} text`).join(', ')

/** Creates the events of sites, as daily partitions that the service adds and drops, and their sums by day. */
export class Sites0040 extends Migration {
  override up(): void {
    // A partition has the rows of all sites, which leave with it: no foreign key has to be checked for each event.
    this.addSql(`
      create table site_event (
        site_id text not null,
        at timestamptz not null,
        type text not null,
        visitor bigint,
        session bigint,
        browser text not null,
        device text not null,
        os text not null,
        url text not null,
        context text not null,
        ${texts('bot', 'language', 'country', 'referrer', 'referrer_domain')},
        geo bigint,
        ${texts('utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'claims')},
        claim_values jsonb,
        ${texts('section', 'site_space', 'share_link', 'space', 'revision', 'page', 'query')},
        results integer,
        answered boolean,
        ${texts('result_space', 'result_page', 'rating', 'comment')},
        answer_rating smallint,
        ${texts('response', 'link', 'link_kind', 'link_domain', 'link_position', 'operation_path', 'operation_method')},
        ${texts('ad_domain', 'ad_zone', 'ad_placement', 'trademark_placement')}
      ) partition by range (at)`)
    this.addSql('create index site_event_site on site_event (site_id, at)')
    this.addSql(`
      create table site_event_day (
        day date not null,
        site_id text not null,
        events integer not null,
        is_rolled boolean not null default false,
        primary key (site_id, day)
      )`)
    this.addSql('create index site_event_day_day on site_event_day (day)')
    this.addSql(`
      create table site_event_rollup (
        site_id text not null,
        day date not null,
        dimension text not null,
        type text not null,
        site_space text,
        value text,
        events integer not null,
        visitors integer not null,
        sessions integer not null,
        bad integer not null,
        ok integer not null,
        good integer not null,
        positive integer not null,
        negative integer not null
      )`)
    this.addSql('create index site_event_rollup_read on site_event_rollup (site_id, dimension, type, site_space, day)')
    this.addSql('create index site_event_rollup_day on site_event_rollup (day)')
    this.addSql('create table site_event_progress (id integer primary key, rolled_until date not null)')
    this.addSql('create table site_event_salt (day date primary key, salt bytea not null)')
  }
}
