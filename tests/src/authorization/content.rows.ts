import { body, inside, on, organization, type Rows } from './row-types.ts'

export const contentRows: Rows = {
  listCollectionsInOrganizationById: { least: 'member', ok: 200 },
  createCollection: { least: 'create', ok: 201, ...organization, given: body({}) },
  getCollectionById: { least: 'read', ok: 200, ...inside },
  updateCollectionById: { least: 'create', ok: 200, ...inside, given: body({}) },
  listSpacesInCollectionById: { least: 'read', ok: 200, ...inside },
  listSpacesInOrganizationById: { least: 'member', ok: 200 },
  createSpace: { least: 'create', ok: 201, ...organization, given: body({}) },
  getSpaceById: { least: 'read', ok: 200, ...inside },
  updateSpaceById: { least: 'create', ok: 200, ...inside, given: body({}) },
  deleteSpaceById: { least: 'create', ok: 205, guest: 204, stranger: 204, given: on('space') },
  listDeletedSpaces: { least: 'member', ok: 200 },
  restoreSpace: { least: 'create', ok: 200, ...inside, given: on('deleted space') },
}
