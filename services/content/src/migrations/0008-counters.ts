import { Migration } from '@mikro-orm/migrations'

/** The last version of any grant of an organization; and marks of people whose granted spaces have to be recounted. */
export class Content0008 extends Migration {
  override up(): void {
    this.addSql('create table grant_version (organization_id text primary key, version bigint not null)')
    this.addSql('insert into grant_version select organization_id, max(version) from access_grant group by 1')
    // Writers only insert rows, so that two with the same mark never wait for each other or for the job.
    this.addSql(`
      create table counter_mark (
        id bigint generated always as identity primary key,
        kind text not null,
        target text not null
      )`)
    this.addSql('create table counter_due (subject_id text primary key)')
  }
}
