import { siteIntegrationScriptOperations } from '@quire/contracts'
import { implementWith } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { presentScripts, type ScriptNeeds, type StoredScript, storedScripts } from './site-scripts.ts'

export const siteScriptRoutes = implementWith<ScriptNeeds>()(siteIntegrationScriptOperations, {
  async listSiteIntegrationScripts({ sql, params, deps }) {
    return presentScripts(await readScripts(sql, params.siteId), deps.scripts)
  },
})

/** Reads the scripts of a site. */
export async function readScripts(sql: Sql, siteId: string): Promise<StoredScript[]> {
  const row = await sql.selectNoFrom(storedScripts(siteId).as('scripts')).executeTakeFirstOrThrow()
  return row.scripts
}
