import { anyMember, spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery } from '../shared/list.ts'
import { PagesPerSpace, SearchPage, SearchQuery, SearchSpace } from './search.ts'

export const searchOperations = operations('content', {
  searchSpaceContent: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/search',
    summary: 'Search the pages of a space',
    access: spaceRole('read'),
    // Not for visitors of a site: the search covers pages that are hidden from some of them.
    query: listQuery({ query: SearchQuery }),
    replies: { 200: list(SearchPage) },
  },
  searchOrganizationContent: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/search',
    summary: 'Search the pages of every space the caller can see',
    access: anyMember,
    query: listQuery({ query: SearchQuery, pagesPerSpace: PagesPerSpace }),
    replies: { 200: list(SearchSpace) },
  },
})
