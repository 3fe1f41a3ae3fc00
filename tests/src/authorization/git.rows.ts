import { body, inside, on, type Rows } from './row-types.ts'

// Operations are accepted and fail later: nobody answers for this name.
const repository = { url: 'https://git.quire.test/docs.git', ref: 'refs/heads/main' }

export const gitRows: Rows = {
  importGitRepository: { least: 'edit', ok: 204, ...inside, given: body(repository) },
  exportToGitRepository: { least: 'edit', ok: 204, ...inside, given: body({ ...repository, commitMessage: 'Write' }) },
  // The seeded space has no provider.
  getSpaceGitInfo: { least: 'read', ok: 404, ...inside },
  deleteLegacyGitInstallation: { least: 'create', ok: 204, ...inside },
  // The seeded space has no synchronization.
  getSpaceGitSync: { least: 'edit', ok: 404, ...inside },
  setSpaceGitSync: {
    least: 'create',
    ok: 200,
    ...inside,
    given: on('space', { ...repository, host: 'other', direction: 'import' }),
  },
  deleteSpaceGitSync: { least: 'create', ok: 204, ...inside },
  runSpaceGitSync: { least: 'edit', ok: 404, ...inside, meets: { limited: 403 } },
  listSpaceGitPreviews: { least: 'edit', ok: 200, ...inside },
  // Who does not know the secret of a synchronization is told that there is none.
  receiveGitWebhook: { least: 'anyone', ok: 404, given: body({}), meets: { limited: 403 } },
  listSpaceGitOperations: { least: 'edit', ok: 200, ...inside },
}
