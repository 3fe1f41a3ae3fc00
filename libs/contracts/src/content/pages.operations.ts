import { z } from 'zod'
import { signedIn, spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery } from '../shared/list.ts'
import { ChangeRequest } from './change-requests.ts'
import { Collection } from './collections.ts'
import {
  AnyPage,
  ContentQuery,
  contentFlags,
  DocumentPage,
  File,
  GroupPage,
  PageAtPath,
  PageMetaLinks,
  PageQuery,
  PageTree,
  ReusableContent,
  ReusableContentQuery,
  Revision,
} from './pages.ts'
import { Space } from './spaces.ts'

export const pageOperations = operations('content', {
  getCurrentRevision: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content',
    summary: 'Get the live revision of a space',
    access: spaceRole('read'),
    query: ContentQuery,
    replies: { 200: Revision },
    site: true,
    integration: 'space:content:read',
  },
  listPages: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/pages',
    summary: 'Get the page tree of a space',
    access: spaceRole('read'),
    query: ContentQuery,
    replies: { 200: PageTree },
    site: true,
    integration: 'space:content:read',
  },
  getPageById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/page/{pageId}',
    summary: 'Get a page of a space',
    access: spaceRole('read'),
    query: PageQuery,
    replies: { 200: AnyPage },
    site: true,
    integration: 'space:content:read',
  },
  listSpacePageMetaLinks: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/page/{pageId}/meta-links',
    summary: 'Get the meta links of a page of a space',
    access: spaceRole('read'),
    replies: { 200: PageMetaLinks },
    site: true,
    integration: 'space:content:read',
  },
  getPageByPath: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/path/{pagePath}',
    rest: true,
    summary: 'Get a document or group of a space by its path',
    access: spaceRole('read'),
    query: PageQuery,
    replies: { 200: PageAtPath },
    site: true,
    integration: 'space:content:read',
  },
  listFiles: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/files',
    summary: 'List the files of a space',
    access: spaceRole('read'),
    query: listQuery(contentFlags),
    replies: { 200: list(File) },
    site: true,
    integration: 'space:content:read',
  },
  getFileById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/files/{fileId}',
    summary: 'Get a file of a space',
    access: spaceRole('read'),
    query: ContentQuery,
    replies: { 200: File },
    site: true,
    integration: 'space:content:read',
  },
  getReusableContentById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}',
    summary: 'Get a reusable content of a space',
    access: spaceRole('read'),
    query: ReusableContentQuery,
    replies: { 200: ReusableContent },
    site: true,
    integration: 'space:content:read',
  },
})

/** The target of an address (docs/interface.md#addresses-of-content). */
const ContentAtAddress = z.strictObject({
  collection: Collection.optional(),
  space: Space.optional(),
  changeRequest: ChangeRequest.optional(),
  page: z.discriminatedUnion('type', [DocumentPage, GroupPage]).optional(),
})

export const contentAddressOperations = operations('content', {
  getContentByUrl: {
    method: 'GET',
    path: '/v1/urls/content',
    summary: 'Find the collection, space, change request or page that an address leads to',
    access: signedIn,
    query: z.object({ url: z.url({ protocol: /^https?$/ }).max(2048) }),
    replies: { 200: ContentAtAddress },
  },
})
