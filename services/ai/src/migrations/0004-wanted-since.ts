import { Migration } from '@mikro-orm/migrations'

/** Since when the index is behind with a space: one that takes long holds no answer up. */
export class Ai0004 extends Migration {
  override async up(): Promise<void> {
    this.addSql('alter table indexed_space add column wanted_at timestamptz not null default now()')
  }
}
