import { body, inside, type Rows } from './row-types.ts'

// Operations are accepted and fail later: private addresses are never connected to.
const repository = { url: 'https://127.0.0.1:1/docs.git', ref: 'refs/heads/main' }

export const gitRows: Rows = {
  importGitRepository: { least: 'edit', ok: 204, ...inside, given: body(repository) },
  exportToGitRepository: { least: 'edit', ok: 204, ...inside, given: body({ ...repository, commitMessage: 'Write' }) },
  // The seeded space has no provider.
  getSpaceGitInfo: { least: 'read', ok: 404, ...inside },
  deleteLegacyGitInstallation: { least: 'create', ok: 204, ...inside },
  listSpaceGitOperations: { least: 'edit', ok: 200, ...inside },
}
