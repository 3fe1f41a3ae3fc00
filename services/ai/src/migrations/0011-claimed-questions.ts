import { Migration } from '@mikro-orm/migrations'

/** Replicas share the spaces whose questions are to be made in the background. */
export class Ai0011 extends Migration {
  override up(): void {
    this.addSql('alter table question_set alter column made_of drop not null, add column claimed_until timestamptz')
  }
}
