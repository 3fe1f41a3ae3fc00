import { templateOperations } from '@quire/contracts'
import { implement } from '../context.ts'
import { applyTemplate } from './apply.ts'
import { presentTemplates } from './catalog.ts'

export const templateRoutes = implement(templateOperations, {
  listTemplates: async () => ({ items: presentTemplates() }),
  applyTemplateToSpace: applyTemplate,
})
