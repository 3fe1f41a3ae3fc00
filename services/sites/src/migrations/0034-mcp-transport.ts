import { Migration } from '@mikro-orm/migrations'

/** The transport of MCP servers. Earlier clients name none, for which the published default is `sse`. */
export class Sites0034 extends Migration {
  override up(): void {
    this.addSql(`alter table site_mcp_server add column transport text not null default 'sse'`)
  }
}
