import { adaptiveSchema } from '../support/seed.ts'
import { body, inside, type Rows } from './row-types.ts'

export const adaptiveRows: Rows = {
  getSiteAdaptiveSchema: { least: 'read', ok: 200, ...inside },
  updateSiteAdaptiveSchema: { least: 'create', ok: 200, ...inside, given: body({ jsonSchema: adaptiveSchema }) },
  listSiteAdaptiveTemplateConditions: { least: 'read', ok: 200, ...inside },
}
