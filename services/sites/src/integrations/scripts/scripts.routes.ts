import { siteIntegrationScriptOperations } from '@quire/contracts'
import { implementWith } from '../../context.ts'
import { presentScripts, readScripts, type ScriptNeeds } from './site-scripts.ts'

export const siteScriptRoutes = implementWith<ScriptNeeds>()(siteIntegrationScriptOperations, {
  async listSiteIntegrationScripts({ sql, params, deps }) {
    return presentScripts(await readScripts(sql, params.siteId), deps.scripts)
  },
})
