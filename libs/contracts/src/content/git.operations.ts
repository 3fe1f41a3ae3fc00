import { anyone, spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery } from '../shared/list.ts'
import { ExportToGitRepository, GitOperation, GitSyncState, ImportGitRepository } from './git.ts'
import { GitSync, NewGitSync, SetSpaceGitSync } from './git-sync.ts'

/** Content from and to Git repositories (docs/interface.md#git). */
export const gitOperations = operations('content', {
  importGitRepository: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/git/import',
    summary: 'Import a Git repository',
    access: spaceRole('edit'),
    body: ImportGitRepository,
    audited: { target: 'space', byJob: true },
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
    audited: { target: 'space', id: 'spaceId' },
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

/** The synchronization of spaces with branches (docs/interface.md#synchronization). */
export const gitSyncOperations = operations('content', {
  getSpaceGitSync: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/git/sync',
    summary: 'Get the synchronization of a space with a branch of a repository',
    access: spaceRole('edit'),
    replies: { 200: GitSync },
  },
  setSpaceGitSync: {
    method: 'PUT',
    path: '/v1/spaces/{spaceId}/git/sync',
    summary: 'Set up the synchronization of a space with a branch of a repository',
    access: spaceRole('create'),
    body: SetSpaceGitSync,
    audited: { target: 'space', id: 'spaceId', fields: ['ref', 'host', 'direction', 'previewExternalBranches'] },
    replies: { 200: NewGitSync },
    secret: true,
  },
  deleteSpaceGitSync: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}/git/sync',
    summary: 'End the synchronization of a space; its content and the repository stay as they are',
    access: spaceRole('create'),
    audited: { target: 'space', id: 'spaceId' },
    replies: { 204: null, 205: null },
  },
  runSpaceGitSync: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/git/sync/run',
    summary: 'Look for changes on both sides now',
    access: spaceRole('edit'),
    audited: { target: 'space', byJob: true },
    replies: { 204: null },
  },
  receiveGitWebhook: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/git/webhook',
    summary: 'Where the server of a repository reports pushes, signed with the secret of the synchronization',
    access: anyone,
    upload: true,
    bodyLimit: 5 * 1024 * 1024,
    passes: [
      ...(['x-hub-signature-256', 'x-gitea-signature', 'x-forgejo-signature', 'x-hub-signature'] as const),
      ...(['x-gitlab-token', 'x-webhook-secret'] as const),
    ],
    replies: { 204: null },
  },
})
