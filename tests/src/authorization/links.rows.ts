import { inside, type Rows } from './row-types.ts'

const read = { least: 'read', ok: 200, ...inside } as const

/** Readers of a space read what it links to, in its change requests too. */
export const linksRows: Rows = {
  listSpaceLinks: read,
  listPageLinksInSpace: read,
  listSpacePageBacklinks: read,
  listSpaceFileBacklinks: read,
  listChangeRequestLinks: read,
  listPageLinksInChangeRequest: read,
  listChangeRequestPageBacklinks: read,
  listChangeRequestFileBacklinks: read,
}
