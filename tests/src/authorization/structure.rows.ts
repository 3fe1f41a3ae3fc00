import { inside, on, type Rows, type Stage } from './row-types.ts'

const moved =
  (kind: 'space' | 'collection') =>
  async ({ fresh, seeded }: Stage) => ({ params: await fresh(kind), body: { parent: seeded.collectionId } })

/** A transfer to another organization in which the caller has the same role. */
const transferred =
  (kind: 'space' | 'collection') =>
  async ({ fresh, createOrganization, seeded }: Stage) => ({
    params: await fresh(kind),
    body: { organization: (await createOrganization()) || seeded.organizationId },
  })

export const structureRows: Rows = {
  deleteCollectionById: { least: 'create', ok: 205, guest: 204, stranger: 204, given: on('collection') },
  moveCollection: { least: 'create', ok: 200, ...inside, given: moved('collection') },
  transferCollection: { least: 'create', ok: 200, ...inside, given: transferred('collection') },
  duplicateSpace: { least: 'create', ok: 201, ...inside },
  moveSpace: { least: 'create', ok: 200, ...inside, given: moved('space') },
  transferSpace: { least: 'create', ok: 200, ...inside, given: transferred('space') },
}
