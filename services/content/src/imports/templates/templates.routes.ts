import { templateOperations } from '@quire/contracts'
import { implement } from '../context.ts'
import { applyTemplate } from './apply-template.ts'
import { presentTemplates } from './template-catalog.ts'

export const templateRoutes = implement(templateOperations, {
  listTemplates: async () => ({ items: presentTemplates() }),
  applyTemplateToSpace: applyTemplate,
})
