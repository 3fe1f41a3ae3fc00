import { Migration } from '@mikro-orm/migrations'

/** Creates the instructions of organizations for answers. */
export class Ai0020 extends Migration {
  override up(): void {
    this.addSql(`
      create table agent_instructions (
        organization_id text primary key,
        instructions text not null,
        updated_by text not null,
        updated_at timestamptz not null
      )`)
  }
}
