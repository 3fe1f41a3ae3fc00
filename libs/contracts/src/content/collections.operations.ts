import { anyMember, collectionRole } from '../access.ts'
import { operations } from '../operation.ts'
import { ListQuery, list, listQuery, QueryFlag } from '../shared/list.ts'
import { Collection, CreateCollection, UpdateCollection } from './collections.ts'
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
    replies: { 200: Collection },
    narrows: true,
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
