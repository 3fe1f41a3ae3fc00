import { Migration } from '@mikro-orm/migrations'

/** An organization may arrive after its spaces; their work counts for whoever made it from then on. */
export class Ai0027 extends Migration {
  override up(): void {
    this.addSql('create index search_space_organization on search_space (organization_id)')
  }
}
