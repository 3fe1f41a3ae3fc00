import { inside, type Rows } from './row-types.ts'

export const templateRows: Rows = {
  listTemplates: { least: 'user', ok: 200 },
  applyTemplateToSpace: {
    least: 'edit',
    ok: 201,
    ...inside,
    // Not live, so that nobody waits for these pages to be indexed.
    given: ({ seeded: { changeRequestId } }) => ({ body: { id: 'handbook', changeRequestId } }),
  },
}
