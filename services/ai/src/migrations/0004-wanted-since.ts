import { Migration } from '@mikro-orm/migrations'

/** The time from which the index is behind with a space: a space that takes long delays no answer. */
export class Ai0004 extends Migration {
  override async up(): Promise<void> {
    this.addSql('alter table indexed_space add column wanted_at timestamptz not null default now()')
  }
}
