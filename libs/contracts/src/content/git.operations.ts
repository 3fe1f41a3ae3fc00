import { spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery } from '../shared/list.ts'
import { ExportToGitRepository, GitOperation, GitSyncState, ImportGitRepository } from './git.ts'

/** Content from and to Git repositories (docs/interface.md#git). */
export const gitOperations = operations('content', {
  importGitRepository: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/git/import',
    summary: 'Import a Git repository',
    access: spaceRole('edit'),
    body: ImportGitRepository,
    replies: { 204: null },
  },
  exportToGitRepository: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/git/export',
    summary: 'Export the live content to a Git repository',
    access: spaceRole('edit'),
    body: ExportToGitRepository,
    replies: { 204: null },
  },
  getSpaceGitInfo: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/git/info',
    summary: 'Get the Git provider of a space',
    access: spaceRole('read'),
    replies: { 200: GitSyncState },
  },
  deleteLegacyGitInstallation: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}/git/legacy-installation',
    summary: 'Remove the Git provider that imports and exports have set on the space',
    access: spaceRole('create'),
    replies: { 204: null, 205: null },
  },
  listSpaceGitOperations: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/git/operations',
    summary: 'List the imports from and exports to Git repositories, newest first',
    access: spaceRole('edit'),
    query: listQuery({}),
    replies: { 200: list(GitOperation) },
  },
})
