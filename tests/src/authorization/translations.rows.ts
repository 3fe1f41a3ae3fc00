import { body, organization, type Rows } from './row-types.ts'

const words = { object: 'document', data: {}, nodes: [] }

/** The tests' system has no language model, so nothing there is translated (409, 404); tests of translations have one. */
export const translationRows: Rows = {
  listGlossaryEntries: { least: 'read', ok: 200, ...organization },
  getGlossaryEntry: { least: 'read', ok: 200, ...organization },
  updateGlossaryEntries: {
    least: 'create',
    ok: 204,
    ...organization,
    given: body({ operations: [{ type: 'insert', translations: { en: 'wheel', de: 'Rad' } }] }),
  },
  listTranslations: { least: 'read', ok: 200, ...organization },
  createTranslation: {
    least: 'create',
    ok: 409,
    ...organization,
    given: ({ seeded }) => ({ body: { source: { space: seeded.spaceId, language: 'en' }, language: 'de' } }),
  },
  getTranslation: { least: 'read', ok: 404, ...organization },
  updateTranslation: { least: 'create', ok: 404, ...organization, given: body({ instructions: words }) },
  deleteTranslation: { least: 'create', ok: 204, ...organization },
  runTranslation: { least: 'create', ok: 404, ...organization },
}
