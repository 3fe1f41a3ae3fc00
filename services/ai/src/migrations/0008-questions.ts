import { Migration } from '@mikro-orm/migrations'

/** Questions that the pages of each space answer, made once for each state of its content (docs/adr/0017). */
export class Ai0008 extends Migration {
  override up(): void {
    this.addSql('create table question_set (space_id text primary key, made_of text not null)')
    this.addSql(`
      create table question (
        space_id text not null,
        place int not null,
        organization_id text not null,
        page_id text not null,
        revision text not null,
        question text not null,
        primary key (space_id, place)
      )`)
    this.addSql('create index question_organization on question (organization_id, place, space_id)')
  }
}
