import { body, inside, type Rows } from './rows.ts'

export const templateRows: Rows = {
  listTemplates: { least: 'user', ok: 200 },
  applyTemplateToSpace: { least: 'edit', ok: 201, ...inside, given: body({ id: 'handbook' }) },
}
