import { anyMember, collectionRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list, listQuery, QueryFlag } from '../shared/list.ts'
import { Collection, CreateCollection, UpdateCollection } from './collections.ts'
import { MoveContent, TransferContent } from './content-positions.ts'
import { Space } from './spaces.ts'

export const collectionOperations = operations('content', {
  listCollectionsInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/collections',
    summary: 'List the collections the caller can see',
    access: anyMember,
    query: listQuery({ nested: QueryFlag.optional() }),
    replies: { 200: list(Collection) },
  },
  createCollection: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/collections',
    summary: 'Create a collection',
    access: anyMember,
    body: CreateCollection,
    audited: { target: 'collection', id: 'reply', fields: ['title', 'parent'] },
    replies: { 201: Collection },
  },
  getCollectionById: {
    method: 'GET',
    path: '/v1/collections/{collectionId}',
    summary: 'Get a collection',
    access: collectionRole('read'),
    replies: { 200: Collection },
  },
  updateCollectionById: {
    method: 'PATCH',
    path: '/v1/collections/{collectionId}',
    summary: 'Change a collection',
    access: collectionRole('create'),
    body: UpdateCollection,
    audited: { target: 'collection', id: 'collectionId', fields: ['title', 'defaultLevel'] },
    replies: { 200: Collection },
    narrows: true,
  },
  deleteCollectionById: {
    method: 'DELETE',
    path: '/v1/collections/{collectionId}',
    summary: 'Delete a collection with all that is in it; its spaces can be restored for seven days, and bring it back',
    access: collectionRole('create'),
    audited: { target: 'collection', id: 'collectionId' },
    replies: { 204: null, 205: null },
    narrows: true,
    slow: true,
  },
  moveCollection: {
    method: 'POST',
    path: '/v1/collections/{collectionId}/move',
    summary: 'Move a collection into another one, to the top, or to another place among its neighbours',
    access: collectionRole('create'),
    body: MoveContent,
    audited: { target: 'collection', id: 'collectionId', fields: ['parent'] },
    replies: { 200: Collection },
    narrows: true,
  },
  transferCollection: {
    method: 'POST',
    path: '/v1/collections/{collectionId}/transfer',
    summary: 'Transfer a collection with all that is in it to another organization, a collection, or both',
    access: collectionRole('create'),
    body: TransferContent,
    audited: { target: 'collection', id: 'collectionId', fields: ['organization', 'collection'] },
    replies: { 200: Collection },
    narrows: true,
    slow: true,
  },
})

export const collectionSpaceOperations = operations('content', {
  listSpacesInCollectionById: {
    method: 'GET',
    path: '/v1/collections/{collectionId}/spaces',
    summary: 'List the spaces of a collection',
    access: collectionRole('read'),
    query: ListQuery,
    replies: { 200: list(Space) },
  },
})
