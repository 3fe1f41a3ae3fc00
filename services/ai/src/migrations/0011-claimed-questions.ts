import { Migration } from '@mikro-orm/migrations'

/** Claims, so that replicas share the spaces whose questions are made in the background. */
export class Ai0011 extends Migration {
  override up(): void {
    this.addSql('alter table question_set alter column made_of drop not null, add column claimed_until timestamptz')
  }
}
