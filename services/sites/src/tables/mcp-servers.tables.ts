import type { ColumnType } from 'kysely'

export interface McpServerTables {
  site_mcp_server: {
    id: string
    site_id: string
    name: string
    url: string
    transport: 'sse' | 'http'
    /** Values by name, each sealed (`header-values.ts`). Written as JSON. */
    headers: ColumnType<Record<string, string>, string, string>
  }
}
