import { body, inside, organization, type Rows } from './row-types.ts'

const announcing = (name: string, kind: string) => body({ file: { name, type: 'text/plain', size: 5 }, kind })

/** Files, uploads, and what is unresolved about files and reusable contents. */
export const fileRows: Rows = {
  generateStorageUploadURL: { least: 'edit', ok: 201, ...organization, given: announcing('notes.md', 'import_file') },
  'generateStorageUploadURL for a font': {
    least: 'create',
    ok: 201,
    ...organization,
    given: announcing('sans.woff2', 'customization_font'),
  },
  'generateStorageUploadURL for a page': {
    least: 'edit',
    ok: 201,
    ...organization,
    given: announcing('plan.pdf', 'content_file'),
  },
  generateSpaceUploadURL: {
    least: 'edit',
    ok: 201,
    ...inside,
    given: body({ file: { name: 'notes.md', type: 'text/plain', size: 5 } }),
  },
  'generateSpaceUploadURL for an import': {
    least: 'edit',
    ok: 201,
    ...inside,
    given: announcing('notes.md', 'import_file'),
  },
  // The address is the permission, and takes the same file as often as it comes.
  uploadFile: { least: 'anyone', ok: 204, meets: { limited: 403 }, given: body('notes') },
  listConflictsInChangeRequest: { least: 'read', ok: 200, ...inside },
}
