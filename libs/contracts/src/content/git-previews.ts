import { z } from 'zod'
import { servicesOnly, spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery } from '../shared/list.ts'
import { Id, Timestamp } from '../shared/primitives.ts'

/** The preview of a pull request, or merge request, against the branch of a synchronized space. */
export const GitPreview = z
  .strictObject({
    object: z.literal('git-preview'),
    id: Id,
    /** The number of the pull request at its server. */
    number: z.number().int(),
    state: z.enum(['pending', 'running', 'success', 'failure']),
    /** The commit at the head of the pull request. */
    commit: z.string().optional(),
    /** The revision with the content of the last commit that could be imported. */
    revision: Id.optional(),
    /** The address of the space on its site with that content; absent if no published site shows the space. */
    url: z.string().optional(),
    /** The reason of a failure. */
    error: z.string().optional(),
    /** The reason that the server did not take the last status of the commit. */
    statusError: z.string().optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    /** The preview ends at this time, unless the pull request changes or is closed before. */
    expiresAt: Timestamp,
  })
  .meta({ id: 'GitPreview' })
export type GitPreview = z.infer<typeof GitPreview>

/** Returns the address of a site on which a preview's key replaces the live content of one space. */
export const previewedSite = (site: string, key: string): string => [site, ...previewSteps, key].join('/')
/** The part of an address between the site and the key of a preview. */
export const previewSteps = ['-', 'pull'] as const

/** Previews of pull requests (docs/interface.md#previews-of-pull-requests). */
export const gitPreviewOperations = operations('content', {
  listSpaceGitPreviews: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/git/previews',
    summary: 'List the previews of pull requests against the branch of a space, newest first',
    access: spaceRole('edit'),
    query: listQuery({}),
    replies: { 200: list(GitPreview) },
  },
})

/** Not reachable through the gateway. */
export const openedPreviewOperations = operations('content', {
  findGitPreview: {
    method: 'POST',
    path: '/internal/git-previews/find',
    summary: 'The space and the revision that the key of a preview opens; 404 once the preview has ended',
    access: servicesOnly('sites'),
    body: z.object({ key: z.string().min(1).max(100) }),
    reads: true,
    replies: { 200: z.strictObject({ space: Id, revision: Id }) },
  },
})
